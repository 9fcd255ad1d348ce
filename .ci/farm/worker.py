"""A worker for BuildGrid with one slot, for tests: it speaks the remote-workers protocol and has no sandbox.

    worker.py SERVER NAME
"""

import hashlib
import os
import subprocess
import sys
import tempfile
import time

import grpc
from buildgrid._protos.build.bazel.remote.execution.v2 import remote_execution_pb2 as api
from buildgrid._protos.build.bazel.remote.execution.v2 import remote_execution_pb2_grpc as api_grpc
from buildgrid._protos.google.devtools.remoteworkers.v1test2 import bots_pb2, bots_pb2_grpc, worker_pb2
from buildgrid._protos.google.rpc import code_pb2

PENDING, ACTIVE, COMPLETED = 1, 2, 4


class Store:
    """The blobs of the server."""

    def __init__(self, channel):
        self.stub = api_grpc.ContentAddressableStorageStub(channel)

    def read(self, digest):
        if digest.size_bytes == 0:
            return b""
        request = api.BatchReadBlobsRequest(digests=[digest])
        response = self.stub.BatchReadBlobs(request, timeout=30).responses[0]
        if response.status.code != code_pb2.OK:
            raise LookupError(digest.hash)
        return response.data

    def message(self, kind, digest):
        return kind.FromString(self.read(digest))

    def write(self, data):
        digest = api.Digest(hash=hashlib.sha256(data).hexdigest(), size_bytes=len(data))
        request = api.BatchUpdateBlobsRequest()
        request.requests.add(digest=digest, data=data)
        self.stub.BatchUpdateBlobs(request, timeout=30)
        return digest

    def lay(self, digest, path):
        directory = self.message(api.Directory, digest)
        for file in directory.files:
            name = os.path.join(path, file.name)
            with open(name, "wb") as out:
                out.write(self.read(file.digest))
            os.chmod(name, 0o755 if file.is_executable else 0o644)
        for link in directory.symlinks:
            os.symlink(link.target, os.path.join(path, link.name))
        for below in directory.directories:
            name = os.path.join(path, below.name)
            os.mkdir(name)
            self.lay(below.digest, name)


def run(store, action):
    """Runs an action; gives its result."""
    command = store.message(api.Command, action.command_digest)
    result = api.ActionResult()
    with tempfile.TemporaryDirectory() as root:
        store.lay(action.input_root_digest, root)
        environment = {variable.name: variable.value for variable in command.environment_variables}
        result.execution_metadata.execution_start_timestamp.GetCurrentTime()
        ended = subprocess.run(
            list(command.arguments),
            cwd=root,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=action.timeout.ToTimedelta().total_seconds() or None,
        )
        result.execution_metadata.execution_completed_timestamp.GetCurrentTime()
        result.exit_code = ended.returncode
        result.stdout_digest.CopyFrom(store.write(ended.stdout))
        result.stderr_digest.CopyFrom(store.write(ended.stderr))
        for path in command.output_paths:
            name = os.path.join(root, path)
            if os.path.isfile(name):
                with open(name, "rb") as file:
                    result.output_files.add(path=path, digest=store.write(file.read()))
    return result


def serve(server, name):
    """Asks for work until it is killed."""
    channel = grpc.insecure_channel(server)
    bots, store = bots_pb2_grpc.BotsStub(channel), Store(channel)
    device = worker_pb2.Device(handle=name)
    device.properties.add(key="OSFamily", value="linux")
    session = bots_pb2.BotSession(bot_id=name, status=1, worker=worker_pb2.Worker(devices=[device]))
    session = bots.CreateBotSession(bots_pb2.CreateBotSessionRequest(parent="", bot_session=session), timeout=8)
    while True:
        for lease in session.leases:
            if lease.state != PENDING:
                continue
            lease.state = ACTIVE
        if any(lease.state == ACTIVE for lease in session.leases):
            session = bots.UpdateBotSession(
                bots_pb2.UpdateBotSessionRequest(name=session.name, bot_session=session), timeout=8
            )
        for lease in session.leases:
            if lease.state != ACTIVE:
                continue
            action = api.Action()
            lease.payload.Unpack(action)
            try:
                lease.result.Pack(run(store, action))
            except LookupError:
                lease.status.code = code_pb2.FAILED_PRECONDITION
            except subprocess.TimeoutExpired:
                lease.status.code = code_pb2.DEADLINE_EXCEEDED
            lease.state = COMPLETED
        session = bots.UpdateBotSession(
            bots_pb2.UpdateBotSessionRequest(name=session.name, bot_session=session), timeout=8
        )


if __name__ == "__main__":
    while True:
        try:
            serve(*sys.argv[1:])
        except grpc.RpcError as error:
            print(error.code(), error.details(), file=sys.stderr, flush=True)
            time.sleep(0.5)
