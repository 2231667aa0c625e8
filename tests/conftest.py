"""Fixtures that tests of several rooms share."""

pytest_plugins = ["browser_fixtures", "s3"]
