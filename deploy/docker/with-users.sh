#!/bin/sh
# Copies a file of users with the passwords of this environment in it, then runs what follows:
# with-users.sh TEMPLATE FILE COMMAND ...   Passwords are letters, digits, _ and -; others are refused.
set -eu
template=$1 file=$2
shift 2
text=$(cat "$template")
for name in $(grep -o '@[A-Z_]*_PASSWORD@' "$template" | sort -u | tr -d '@'); do
  eval "password=\${$name:-}"
  case $password in
    '' | *[!A-Za-z0-9_-]*)
      echo "$name is missing or has other characters than letters, digits, _ and -" >&2
      exit 78
      ;;
  esac
  text=$(printf '%s\n' "$text" | sed "s/@$name@/$password/g")
done
(umask 077 && printf '%s\n' "$text" >"$file")
exec "$@"
