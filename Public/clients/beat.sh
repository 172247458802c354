#!/usr/bin/env bash
# Prints every beat when it is due, with only bash 5 and curl.
#
#   ./beat.sh [-h | --help] [http://localhost:8080] [room]
#
# An event stream cannot ask for the time, so the server's clock is estimated from its messages: the fastest one counts as arrived
# without delay. Beats are late by its delay: almost nothing at home, half a round trip further away.
set -uo pipefail
LC_ALL=C # decimal point

case ${1-} in
    -h | --help) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"; exit ;;
    http://* | https://* | "") ;;
    *) echo "$1 is no address: it begins with http:// or https://" >&2; exit 64 ;;
esac
server=${1:-http://localhost:8080}
stream="${server%/}/api/v1/rooms/${2:-main}/events?streams=beats&lead=2"
curl=
trap '[ -z "$curl" ] || kill "$curl" 2>/dev/null' EXIT

time_now() { now=${EPOCHREALTIME/[.,]/}; } # microseconds

field() { [[ $line =~ \"$1\":\ *\"?([^,\"}]*) ]] && value=${BASH_REMATCH[1]}; }

# The minimum of (arrival - sent) in this half minute and the one before: the clocks drift apart by about 50 us a second.
watch_clock() {
    ((now < half_minute)) || { before=$least least=$never half_minute=$((now + 30000000)); }
    ((now - sent >= least)) || least=$((now - sent))
    ((offset = before < least ? before : least))
}

# The current timeline is the one with the greatest generation that has begun: events of smaller ones are dropped.
is_void() { ((generation < latest && due >= latest_from)); }

hear() {
    field type || return
    local type=$value due beat bar position generation kept=()
    tries=0
    field sent && sent=$value && watch_clock
    field generation && generation=$value || return
    if [ "$type" = timeline ]; then
        field from && latest=$generation latest_from=$value
        for words in "${waiting[@]}"; do
            read -r due generation _ <<<"$words"
            is_void || kept+=("$words")
        done
        waiting=("${kept[@]}")
    elif [ "$type" = beat ]; then
        field due && due=$value && field beat && beat=$value && field bar && bar=$value && field position && position=$value || return
        is_void && return
        field bpm && ((position > 0)) && bar=$bar.$position || bar=-
        printf -v words '%d %d beat %d  bar %s  %.2f bpm' "$due" "$generation" "$beat" "$bar" "$value"
        waiting+=("$words")
    fi
}

follow() {
    local line= part value words wait now due sent events waiting=() latest=0 latest_from=0
    local never=$((1 << 62)) half_minute=0 offset=0
    local least=$never before=$never
    exec {events}< <(exec curl -sSfN --keepalive-time 5 "$stream")
    curl=$!
    while :; do
        time_now
        wait=1000000
        if ((${#waiting[@]} > 0)); then
            ((wait = ${waiting[0]%% *} + offset - now))
            if ((wait <= 0)); then
                ((wait < -250000)) || echo "${waiting[0]#* * }"
                waiting=("${waiting[@]:1}")
                continue
            fi
        fi
        printf -v wait '%d.%06d' $((wait / 1000000)) $((wait % 1000000))
        if IFS= read -r -t "$wait" -u "$events" part; then
            time_now
            line+=$part
            hear
            line=
        elif (($? > 128)); then
            line+=$part
        else
            break
        fi
    done
    exec {events}<&-
    wait "$curl"
    (($? != 22)) || exit 1 # the server refused
}

tries=0
while :; do
    follow
    echo "$server: lost; trying again" >&2
    sleep "$tries.$((RANDOM % 10))"
    ((tries = tries < 3 ? tries + 1 : 3))
done
