interface UnitOptions {
  /** The command that starts the server, as absolute paths. */
  readonly command: readonly string[]
  /** The settings file. */
  readonly settingsPath: string
}

/**
 * A unit for systemd. The server runs as a dedicated user and can write to its data directory only. Memory
 * that is both writable and executable stays allowed, because V8 compiles code at run time.
 */
export const systemdUnit = ({ command, settingsPath }: UnitOptions): string => `[Unit]
Description=Almanac calendar, books and search advertising server
After=network-online.target
Wants=network-online.target

[Service]
ExecStart=${command.map(quotedWord).join(' ')} serve
Environment=${quotedWord(`ALMANAC_SETTINGS=${settingsPath}`)}
Environment=NODE_COMPILE_CACHE=/var/cache/almanac
# Secrets, such as ALMANAC_SECRET_KEY and ALMANAC_DATABASE_URL; readable by root only.
EnvironmentFile=-/etc/almanac/secrets.env
DynamicUser=yes
StateDirectory=almanac
StateDirectoryMode=0700
CacheDirectory=almanac
CacheDirectoryMode=0700
Restart=on-failure
# Longer than the server takes to complete its requests.
TimeoutStopSec=40
LimitNOFILE=65536

CapabilityBoundingSet=
LockPersonality=yes
NoNewPrivileges=yes
PrivateDevices=yes
PrivateTmp=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHome=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProtectSystem=strict
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM
UMask=0077

[Install]
WantedBy=multi-user.target
`

/** A word as systemd reads it: quoted if it has other characters than those of common paths. */
function quotedWord(word: string): string {
  const escaped = word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%')
  return /^[\w./=:+@-]+$/.test(word) ? word : `"${escaped.replaceAll('$', '$$$$')}"`
}
