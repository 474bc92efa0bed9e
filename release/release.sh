#!/usr/bin/env bash
# Makes everything that a release publishes, into one folder: the packages of the server and the client, the bill of materials,
# the chart, the images, and their checksums. Publishes nothing.
#
#     release/release.sh <folder> [--without-images] [--without-chart]
#
# Needs docker with buildx and helm, but for what is left out by a flag.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${1:?usage: release/release.sh <folder> [--without-images] [--without-chart]}
shift
images=1
chart=1
for flag in "$@"; do
  case $flag in
    --without-images) images= ;;
    --without-chart) chart= ;;
    *) echo "release: unknown flag $flag" >&2; exit 2 ;;
  esac
done
fail() { echo "release: $1" >&2; exit 1; }
[ -z "$images" ] || command -v docker >/dev/null || fail 'docker is not installed (or --without-images)'
[ -z "$chart" ] || command -v helm >/dev/null || fail 'helm is not installed (or --without-chart)'
[ -z "$(git status --porcelain)" ] || fail 'the checkout has changes that are not committed'
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
version=$(node -p 'require("./package.json").version')
for place in client/package.json console/package.json deploy/helm/sonorant/Chart.yaml; do
  grep -Eq "version\"?: \"?$version\"?" "$place" || fail "$place has another version than $version"
done

npm ci
npm run check
npm test
npm run test:packages

staged=$(mktemp -d)
trap 'rm -rf "$staged"' EXIT
node release/stage.ts "$staged/server"
(cd "$staged/server" && npm pack --pack-destination "$folder")
(cd "$staged/server" && npm ci --omit=dev --ignore-scripts && npm sbom --sbom-format cyclonedx --omit dev >"$folder/sonorant-$version.cdx.json")
node release/licences.ts "$folder/sonorant-$version.cdx.json"
npm run client:build
(cd client && npm pack --pack-destination "$folder")

if [ -n "$chart" ]; then
  values=(--set secrets.SONORANT_DATABASE_URL=postgres://x --set secrets.SONORANT_BLOB_URL=s3://x --set secrets.SONORANT_SECRET_KEY=x)
  helm lint --strict deploy/helm/sonorant "${values[@]}"
  helm template speech deploy/helm/sonorant "${values[@]}" >/dev/null
  helm package deploy/helm/sonorant --destination "$folder"
fi
if [ -n "$images" ]; then
  docker buildx build --platform linux/amd64,linux/arm64 --file deploy/docker/Dockerfile --tag "sonorant:$version" \
    --sbom=true --provenance=true --output "type=oci,dest=$folder/sonorant-$version.oci.tar" .
fi
(cd "$folder" && sha256sum -- *.tgz *.json $([ -z "$images" ] || echo ./*.oci.tar) >SHA256SUMS)
echo "release: $version is in $folder"
ls -l "$folder"
