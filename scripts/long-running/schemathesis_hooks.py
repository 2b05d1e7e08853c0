import schemathesis

# Bytes of a resumable upload.
schemathesis.serializer.alias("application/offset+octet-stream", "application/octet-stream")
