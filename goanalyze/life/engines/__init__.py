"""Go engines that name dead stones: their processes and the two protocols, GTP and KataGo's analysis."""
