#!/bin/sh
# Starts Downbeat with the app's options, as a user without rights.
set -eu
options=${OPTIONS:-/data/options.json}
data=${DOWNBEAT_DATA:-/data/downbeat}

option() { jq -r "$1 // empty" "$options"; }
supervisor() {
    curl -sf -m 10 -H "authorization: Bearer ${SUPERVISOR_TOKEN-}" "${SUPERVISOR:-http://supervisor}/$1" | jq -r "$2 // empty"
}

# Empty folders are left out, so that the demo plays until there is music.
folders() {
    option '.music[]' | while IFS= read -r folder; do
        [ -z "$(ls -A "$folder" 2>/dev/null)" ] || printf '%s:' "$folder"
    done
}

# A container does not know by which address and port others reach it; the Supervisor does. A user may have closed the port.
address=$(option .address)
if [ -z "$address" ]; then
    if port=$(supervisor addons/self/info '.data.network["8080/tcp"]') && [ -n "$port" ]; then
        name=$(supervisor info .data.hostname) || name=homeassistant
        address="http://*:$port,http://${name:-homeassistant}.local:$port"
    else
        address=none
    fi
fi

export DOWNBEAT_DATA="$data" DOWNBEAT_ADDRESS="$address"
DOWNBEAT_MUSIC=$(folders)
DOWNBEAT_INGRESS=172.30.32.2 # the Supervisor, which has checked who asks; Home Assistant asks it from 172.30.32.1
DOWNBEAT_TRUST_PROXY=172.30.32.1
DOWNBEAT_INGRESS_OWNERS=$(option '.owners | join(",")')
DOWNBEAT_INGRESS_ROLE=$(option .others)
DOWNBEAT_VIEWERS=$(option .viewers)
DOWNBEAT_LYRICS_URL=$(option .lyrics_url)
DOWNBEAT_LOG=$(option .log),text
export DOWNBEAT_MUSIC DOWNBEAT_INGRESS DOWNBEAT_TRUST_PROXY DOWNBEAT_INGRESS_OWNERS DOWNBEAT_INGRESS_ROLE DOWNBEAT_VIEWERS DOWNBEAT_LYRICS_URL DOWNBEAT_LOG
unset SUPERVISOR_TOKEN HASSIO_TOKEN # the server needs neither

[ "$(id -u)" = 0 ] || exec downbeat
# A new image, or another machine's backup, may number its users anew.
if [ "$(stat -c %U "$data" 2>/dev/null)" != downbeat ]; then
    mkdir -p -m 700 "$data"
    chown -R downbeat:downbeat "$data"
fi
exec setpriv --reuid downbeat --regid downbeat --clear-groups --no-new-privs downbeat
