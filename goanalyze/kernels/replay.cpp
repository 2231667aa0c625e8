#include "interface.hpp"
void replay_chunk(const Events &, Row<const i16>, Row<const i16>, Row<const i16>, Row<const i64>, const Moves &, Table<i32>, Row<const i64>, Row<u8>) {}
