"""An S3 server of the tests' own, for all tests that want remote places.

Pytest finds the fixture because ``conftest.py`` names this module.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest

NUMBERS = count(1)


@pytest.fixture(scope="session")
def s3_server() -> Iterator[str]:
    """Start moto's server, once for all tests; return its address."""
    server_module = pytest.importorskip("moto.server", reason="moto, which plays S3, is not installed")
    server = server_module.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


class Bucket:
    """An empty bucket of one test: `uri` names it, `put` and `keys` look at it from outside the package."""

    def __init__(self, address: str) -> None:
        import boto3

        self.address = address
        self.name = f"games-{next(NUMBERS)}"
        self.uri = f"s3://{self.name}"
        self.client = boto3.client(
            "s3", endpoint_url=address, region_name="us-east-1", aws_access_key_id="x", aws_secret_access_key="y"
        )
        self.client.create_bucket(Bucket=self.name)

    def put(self, key: str, data: bytes) -> str:
        """Write an object and return its URI."""
        self.client.put_object(Bucket=self.name, Key=key, Body=data)
        return f"{self.uri}/{key}"

    def get(self, key: str) -> bytes:
        """Return an object's bytes."""
        response: bytes = self.client.get_object(Bucket=self.name, Key=key)["Body"].read()
        return response

    def keys(self) -> list[str]:
        """Return the names of all objects."""
        return [response["Key"] for response in self.client.list_objects_v2(Bucket=self.name).get("Contents", [])]


@pytest.fixture
def bucket(s3_server: str, monkeypatch: pytest.MonkeyPatch) -> Bucket:
    """Return an empty bucket; the environment, that of processes started as well, says where it is and who may."""
    for name, value in {
        "AWS_ENDPOINT_URL": s3_server,
        "AWS_ACCESS_KEY_ID": "x",
        "AWS_SECRET_ACCESS_KEY": "y",
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_EC2_METADATA_DISABLED": "true",
    }.items():
        monkeypatch.setenv(name, value)
    return Bucket(s3_server)
