#!/usr/bin/env bash
# Holds the ground floors to their rules: no browser, clock or entropy in them, and each enters only the rooms below it.
# Comments are free to name what they like, and the tests at the end of a file may look into any room.
# shellcheck source=scripts/env.sh
source "$(dirname "$0")/env.sh"

heading "Rooms"

FOREIGN='leptos|web_sys|js_sys|gloo|wasm_bindgen|getrandom|Instant|SystemTime|SmallRng|StdRng|ThreadRng'
ROOMS='model cost check schedule search scenario answer paper worker chart ui'

declare -A MAY_ENTER=(
  [model]=''
  [cost]='model'
  [check]='model'
  [schedule]='model cost'
  [search]='model cost'
  [scenario]='model cost'
  [answer]='model cost check schedule search scenario'
  [paper]='model cost check schedule search scenario answer'
)

# code ROOM : its code as FILE:LINE:TEXT, without comments and without the tests that end a file.
code() {
  find "src/$1" -name '*.rs' -exec awk '
    FNR == 1 { testing = 0 }
    /^#\[cfg\(test\)\]/ { testing = 1 }
    !testing { sub(/\/\/.*/, ""); print FILENAME ":" FNR ":" $0 }' {} +
}

# refuse WHY PATTERN : prints what of standard input matches.
refuse() { grep -E "$2" | sed "s/$/    <- $1/" || true; }

breaches() {
  local room other above
  for room in "${!MAY_ENTER[@]}"; do
    [ -d "src/$room" ] || continue
    above=''
    for other in $ROOMS; do
      [[ " $room ${MAY_ENTER[$room]} " == *" $other "* ]] || above+="${above:+|}$other"
    done
    code "$room" | refuse "$room knows no browser, clock or entropy" "\\b($FOREIGN)\\b"
    code "$room" | refuse "$room may enter only: ${MAY_ENTER[$room]:-no other room}" "\\bcrate::(\\{.*\\b)?($above)\\b"
  done
}

broken=$(breaches)
[ -z "$broken" ] || stop "a room breaks its rules:"$'\n'"$broken"
