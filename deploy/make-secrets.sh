#!/bin/sh
# Writes deploy/secrets/: a password for every store and the admin token, each once; what is there stays. Needs nothing but a shell.
#
# Compose mounts these files into containers as they are, and the users in there are not yours. So every file can be read by whoever gets
# at it, and the folder lets nobody in but you (and Docker's own daemon).
set -eu
umask 077

folder="$(dirname "$0")/secrets"
mkdir -p "$folder"
chmod 700 "$folder"

# 64 hexadecimal digits, 256 bits: nothing in them has to be escaped in an address, in XML or in a shell.
random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }

# put <name> <content>: unless it is there already.
put() {
  [ -s "$folder/$1" ] && return 0
  printf '%s\n' "$2" >"$folder/$1.new"
  chmod 444 "$folder/$1.new"
  mv "$folder/$1.new" "$folder/$1"
  echo "made $folder/$1"
}

get() { cat "$folder/$1"; }

put postgres-password "$(random)"
put clickhouse-password "$(random)"
put s3-access-key-id "gk$(random | cut -c 1-18)"
put s3-secret-access-key "$(random)"
put grafana-password "$(random)"
put admin-token "$(random)"

put database-url "postgres://gamekeeper:$(get postgres-password)@postgres:5432/gamekeeper"
put clickhouse-url "http://gamekeeper:$(get clickhouse-password)@clickhouse:8123"
put objects.env "ROOT_ACCESS_KEY_ID=$(get s3-access-key-id)
ROOT_SECRET_ACCESS_KEY=$(get s3-secret-access-key)"
put clickhouse-users.xml "<clickhouse>
  <users>
    <default remove=\"1\"/>
    <gamekeeper>
      <password>$(get clickhouse-password)</password>
      <networks><ip>::/0</ip></networks>
      <profile>default</profile>
      <quota>default</quota>
      <grants>
        <query>GRANT ALL ON gamekeeper.*</query>
        <query>GRANT CREATE DATABASE ON gamekeeper.*</query>
        <query>GRANT SELECT ON system.*</query>
      </grants>
    </gamekeeper>
  </users>
</clickhouse>"
put settings.env "# Settings for all processes of the fleet, one NAME=value a line; docs/configuration.md has them all.
#RIOT_TFT_API_KEY=
#RIOT_LOL_API_KEY=
#API_FOOTBALL_KEY="
chmod 600 "$folder/settings.env"
