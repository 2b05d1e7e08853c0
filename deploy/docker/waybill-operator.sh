#!/bin/sh
# Runs one of the operator's commands (docs/operations/commands.md), for example:
#   waybill-operator plan someone@example.com pro
set -eu
cd /app
exec node $NODE_FLAGS build/operator/main.js "$@"
