# All images, for one architecture or several:
#   docker buildx bake                                  builds them for this machine
#   docker buildx bake gateway auth                     some of them
#   REGISTRY=registry.example/waybill PLATFORMS=linux/amd64,linux/arm64 docker buildx bake --push
# VERSION is the version of package.json.
variable "REGISTRY" {
  default = "localhost/waybill"
}

variable "VERSION" {
  default = "0.2.0"
}

variable "REVISION" {
  default = "unknown"
}

variable "PLATFORMS" {
  default = ""
}

group "default" {
  targets = ["process", "minio"]
}

target "process" {
  name = process
  matrix = {
    process = ["gateway", "auth", "files", "files-worker", "sharing", "analytics", "billing", "tools"]
  }
  dockerfile = "deploy/docker/Dockerfile"
  args = {
    PROCESS  = process
    VERSION  = VERSION
    REVISION = REVISION
  }
  platforms = PLATFORMS == "" ? [] : split(",", PLATFORMS)
  tags      = ["${REGISTRY}/${process}:${VERSION}"]
}

target "minio" {
  context    = "deploy/docker"
  dockerfile = "minio.Dockerfile"
  platforms  = PLATFORMS == "" ? [] : split(",", PLATFORMS)
  tags       = ["${REGISTRY}/minio:20260212201848-7aac2a2c5b7c"]
}
