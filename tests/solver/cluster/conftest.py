"""A store of objects that speaks as Amazon's does, on this machine, and tasks of few positions."""

from collections.abc import Iterator

import pytest
from support.cells import plain as plain

from zermelo.solver.cluster import external_memory
from zermelo.solver.plans import bucket_capacity


@pytest.fixture(scope="module")
def bucket() -> Iterator[str]:
    """The URL of a folder in a store that speaks as Amazon's does, on this machine."""
    from moto.server import ThreadedMotoServer

    with pytest.MonkeyPatch.context() as patch:
        server = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
        server.start()
        _, port = server.get_host_and_port()
        endpoint = f"http://127.0.0.1:{port}"
        for name, value in (
            ("AWS_ENDPOINT_URL", endpoint),
            ("AWS_ACCESS_KEY_ID", "nobody"),
            ("AWS_SECRET_ACCESS_KEY", "nothing"),
            ("AWS_REGION", "us-east-1"),
        ):
            patch.setenv(name, value)
        import boto3

        boto3.client("s3", endpoint_url=endpoint).create_bucket(Bucket="games")
        yield "s3://games/solved"
        server.stop()


@pytest.fixture
def small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tasks work on few positions, as if they had little memory."""
    monkeypatch.setattr(bucket_capacity, "A_TASK", 0)
    monkeypatch.setattr(bucket_capacity, "SMALLEST", 100)
    monkeypatch.setattr(external_memory, "BUCKET", 500)
