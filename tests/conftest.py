"""Fixtures that tests of several rooms share."""

pytest_plugins = ["helpers.browser", "helpers.s3"]
