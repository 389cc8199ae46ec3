#!/bin/sh
# Builds the image of the Containerfile with buildah where no base image can be fetched, and runs it: the two base
# images are made from Debian packages, and the Node and npm of this machine. Needs Debian, root and the npm registry;
# installs buildah, crun and mmdebstrap.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp --directory)
container=""
cleanup() {
  [ -z "$container" ] || buildah rm "$container" >/dev/null
  rm -rf "$folder"
}
trap cleanup EXIT

apt-get install --yes --no-install-recommends buildah crun mmdebstrap >/dev/null

# import <name> <root file system> [<variable>=<value>]: makes an image.
import() {
  made=$(buildah from scratch)
  buildah add --quiet "$made" "$2" / >/dev/null
  [ -z "${3:-}" ] || buildah config --env "$3" "$made"
  buildah commit --quiet "$made" "$1" >/dev/null
  buildah rm "$made" >/dev/null
}

echo "Making the base images ..."
mmdebstrap --quiet --variant=extract \
  --include=base-files,ca-certificates,libc6,libgcc-s1,libstdc++6,media-types,netbase,tzdata trixie "$folder/base.tar"
import localhost/almanac-base "$folder/base.tar"
mmdebstrap --quiet --variant=apt --include=ca-certificates,libatomic1 trixie "$folder/build.tar"
mkdir -p "$folder/node/usr/local/share" "$folder/node/usr/local/bin" "$folder/node/usr/local/lib/node_modules"
cp "$root"/node_modules/node-linux-*/bin/node "$folder/node/usr/local/bin/"
cp -r "$(npm root --global)/npm" "$folder/node/usr/local/lib/node_modules/"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$folder/node/usr/local/bin/npm"
# npm trusts what this machine does.
cp "${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt}" "$folder/node/usr/local/share/machine.crt"
tar --append --directory "$folder/node" --file "$folder/build.tar" ./usr/local
import localhost/almanac-build "$folder/build.tar" NODE_EXTRA_CA_CERTS=/usr/local/share/machine.crt

echo "Building the image ..."
if [ -f "$HOME/.npmrc" ]; then set -- --volume "$HOME/.npmrc:/root/.npmrc:ro"; fi
buildah build --isolation chroot --format docker --tag localhost/almanac --build-arg BUILD_IMAGE=localhost/almanac-build \
  --build-arg BASE_IMAGE=localhost/almanac-base "$@" "$root" >"$folder/build.log" 2>&1 || {
  tail -n 40 "$folder/build.log"
  exit 1
}

container=$(buildah from localhost/almanac)
files=$(buildah mount "$container")
size=$(du --summarize --block-size=1000000 "$files" | cut -f 1)
user=$(buildah inspect --type image --format '{{.Docker.Config.User}}' localhost/almanac)
echo "The image has $size MB and runs as $user."
[ "$size" -lt 250 ]
[ "$user" = 65532:65532 ]

# As its user, with a read-only root, a volume and its health check. A container would have namespaces besides, which
# not every machine permits to create.
echo "Running the image ..."
health=$(buildah inspect --type image --format '{{index .Docker.Config.Healthcheck.Test 3}}' localhost/almanac)
export files user health
unshare --mount sh -eu <<'RUN'
mount --bind "$files" "$files"
mount --options remount,bind,ro "$files"
mount --types tmpfs --options mode=700,uid=65532,gid=65532 tmpfs "$files/data"
mount --bind /proc "$files/proc"
set -- env --ignore-environment PATH="$PATH" ALMANAC_HOST=127.0.0.1 ALMANAC_DATA_DIR=/data TMPDIR=/data \
  NODE_COMPILE_CACHE=/data/.cache chroot --userspec="$user" "$files" /almanac/node_modules/.bin/node
"$@" --eval "
  for (const path of ['/file', '/almanac/file', '/tmp/file', '/data/file']) {
    let isWritten = true
    try { fs.writeFileSync(path, '') } catch { isWritten = false }
    if (isWritten !== path.startsWith('/data/')) throw new Error('wrong permissions of ' + path)
  }"
"$@" /almanac/node_modules/almanac/bin/almanac.js serve &
server=$!
attempt=0
until "$@" --eval "$health"; do
  attempt=$((attempt + 1))
  [ "$attempt" -lt 100 ] && kill -0 "$server"
  sleep 0.2
done
kill "$server"
wait "$server"
RUN
echo "The image works: it is healthy, writes below /data only, and stops when asked to."
