#!/bin/sh
# Runs programs that know only the original addresses against a temporary server:
#
#   almanac exec --intercept -- sh tools/intercepted-programs.sh [--install]
#
# With --install, Debian's packages of them are installed first, which needs root. Programs that are not installed are
# skipped. The exit status is 1 if one of them fails.
set -u

if [ "${1:-}" = --install ]; then
  # Packages come from outside of this machine, which the proxy refuses.
  env -u HTTP_PROXY -u HTTPS_PROXY -u http_proxy -u https_proxy -u ALL_PROXY -u all_proxy \
    apt-get install --yes --no-install-recommends \
    gcalcli python3-googleapi golang-go golang-google-api-dev ruby-google-api-client
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
status=0

# report <name> <expected text, or nothing> <command>...
report() {
  name=$1
  expected=$2
  shift 2
  if "$@" >"$folder/output" 2>&1 && { [ -z "$expected" ] || grep -q "$expected" "$folder/output"; }; then
    echo "ok: $name"
  else
    echo "FAILED: $name"
    cat "$folder/output"
    status=1
  fi
}

if command -v gcalcli >/dev/null; then
  cat >"$folder/oauth" <<JSON
{"_module": "oauth2client.client", "_class": "OAuth2Credentials", "access_token": "$ALMANAC_TOKEN",
 "client_id": "id", "client_secret": "secret", "refresh_token": "none", "token_expiry": "2099-01-01T00:00:00Z",
 "token_uri": "https://oauth2.googleapis.com/token", "user_agent": "gcalcli", "revoke_uri": null, "id_token": null,
 "token_response": null, "scopes": [], "token_info_uri": null, "invalid": false}
JSON
  calendar() { gcalcli --config-folder "$folder" --nocolor "$@"; }
  report 'gcalcli list' demo@almanac.test calendar list
  report "gcalcli add" "" calendar --calendar demo@almanac.test add --noprompt --title Dentist --where Bern \
    --when '2030-01-15 10:00' --duration 30 --description ''
  report 'gcalcli agenda' Dentist calendar agenda 2030-01-15 2030-01-16
else
  echo 'skipped: gcalcli is not installed'
fi

if /usr/bin/python3 -c 'import googleapiclient' 2>/dev/null; then
  cat >"$folder/list.py" <<'PYTHON'
import os
from google.oauth2.credentials import Credentials
from googleapiclient.discovery import build

service = build('calendar', 'v3', credentials=Credentials(os.environ['ALMANAC_TOKEN']))
print(service.calendars().get(calendarId='primary').execute()['id'])
PYTHON
  report 'google-api-python-client' demo@almanac.test /usr/bin/python3 "$folder/list.py"
else
  echo 'skipped: google-api-python-client is not installed'
fi

if command -v go >/dev/null && [ -d /usr/share/gocode/src/google.golang.org/api/calendar ]; then
  mkdir "$folder/go"
  cat >"$folder/go/main.go" <<'GO'
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"golang.org/x/oauth2"
	"google.golang.org/api/calendar/v3"
	"google.golang.org/api/option"
)

func main() {
	token := oauth2.StaticTokenSource(&oauth2.Token{AccessToken: os.Getenv("ALMANAC_TOKEN")})
	service, err := calendar.NewService(context.Background(), option.WithTokenSource(token))
	if err != nil {
		log.Fatal(err)
	}
	found, err := service.Calendars.Get("primary").Do()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(found.Id)
}
GO
  report 'the Go client' demo@almanac.test \
    env GO111MODULE=off GOPATH=/usr/share/gocode GOFLAGS= GOCACHE="$folder/go-cache" go run "$folder/go/main.go"
else
  echo 'skipped: the Go client is not installed'
fi

if ruby -e 'require "google/apis/calendar_v3"' 2>/dev/null; then
  cat >"$folder/list.rb" <<'RUBY'
require 'google/apis/calendar_v3'

service = Google::Apis::CalendarV3::CalendarService.new
service.authorization = ENV['ALMANAC_TOKEN']
puts service.get_calendar('primary').id
RUBY
  report 'the Ruby client' demo@almanac.test ruby "$folder/list.rb"
else
  echo 'skipped: the Ruby client is not installed'
fi

exit $status
