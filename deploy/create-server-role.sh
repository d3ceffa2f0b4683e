#!/bin/sh
# Run once by the database's container, when its folder is empty: makes the role that the servers use. It owns nothing; the
# migrations (npm run migrate) grant its rights.
set -eu
psql --set=ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  --set=password="$(cat /run/secrets/server_password)" <<'SQL'
create role servery_server login password :'password' connection limit 200;
revoke create on schema public from public;
SQL
