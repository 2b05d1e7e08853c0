# MinIO from its source: there is no public image any more (docs/decisions/object-store-server.md).
FROM --platform=$BUILDPLATFORM golang:1.26.8-alpine AS build
ARG TARGETARCH
ENV CGO_ENABLED=0 GOOS=linux GOARCH=$TARGETARCH
# Go puts a program for another architecture into a folder of its own.
RUN go install github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c \
  && mkdir /data && find /go/bin -name minio -type f -exec mv {} /minio \;

FROM scratch
COPY --from=build /minio /bin/minio
# BusyBox has wget for the health check.
COPY --from=busybox:1.37.0-musl /bin/busybox /bin/busybox
COPY --from=build --chown=10001:10001 /data /data
USER 10001:10001
EXPOSE 9000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --start-interval=1s --retries=3 \
  CMD ["/bin/busybox", "wget", "-q", "-O", "/dev/null", "http://127.0.0.1:9000/minio/health/ready"]
ENTRYPOINT ["/bin/minio"]
# --no-compat: computes no MD5 of all bytes, because nothing reads it.
CMD ["server", "--quiet", "--no-compat", "--address", ":9000", "/data"]
