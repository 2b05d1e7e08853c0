# MinIO from its source: there is no public image any more (docs/decisions/object-store-server.md).
FROM golang:1.26.8-alpine AS build
ENV CGO_ENABLED=0
RUN go install github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c && mkdir /data

FROM scratch
COPY --from=build /go/bin/minio /bin/minio
# For the health check alone.
COPY --from=busybox:1.37.0-musl /bin/busybox /bin/busybox
COPY --from=build --chown=10001:10001 /data /data
USER 10001:10001
EXPOSE 9000
HEALTHCHECK --interval=5s --timeout=5s --start-period=30s --retries=6 \
  CMD ["/bin/busybox", "wget", "-q", "-O", "/dev/null", "http://127.0.0.1:9000/minio/health/ready"]
ENTRYPOINT ["/bin/minio"]
CMD ["server", "--quiet", "--address", ":9000", "/data"]
