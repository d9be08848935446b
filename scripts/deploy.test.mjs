// Every command of docs/deploy.md on a new Debian, in a folder of its own and with a network of its own. It needs root on
// Debian. Run: npm run test:long -- deploy
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
mkdirSync(join(root, '.cache'), { recursive: true })
const debian = mkdtempSync(join(root, '.cache/debian-'))
// Every account of the new Debian passes its root.
chmodSync(debian, 0o755)
const sh = (...args) => execFileSync('sh', ['-euc', ...args], { stdio: ['ignore', 'inherit', 'inherit'] })

/** The parts of the page, each with its title and blocks of commands; `kind` is the word after `sh`. */
const parts = readFileSync(join(root, 'docs/deploy.md'), 'utf8')
  .split(/^## /m)
  .map((text) => ({
    title: text,
    blocks: [...text.matchAll(/^```sh ?(.*)\n([\s\S]+?)^```$/gm)].map(([, kind, commands = '']) => ({
      kind,
      commands,
    })),
  }))
const commandsOf = (title, kind = '') =>
  parts
    .flatMap((part) => (part.title.startsWith(title) ? part.blocks : []))
    .flatMap((block) => (block.kind === kind ? [block.commands] : []))

/** Stands in for systemd, which runs in no folder. It starts what the units say, as the account that they say. */
const SYSTEMCTL = `#!/bin/sh
set -eu
for unit; do :; done
unit=\${unit%.service}
of() { sed -n "s/^$1=//p" "/etc/systemd/system/$unit.service"; }
run() { cd /opt/paidang; exec setpriv --reuid paidang --regid paidang --init-groups env NODE_ENV=production \\
  DATA_DIR=/var/lib/paidang sh -ac '. /etc/paidang/paidang.env; . /etc/paidang/backup.env; eval "exec $0"' "$1"; }
case "$1 $unit" in
  *postgresql) case $1 in enable|start) action=start;; *) action=$1;; esac
    pg_ctlcluster 15 main $action $( [ $action = start ] || echo --mode=fast );;
  "reload nginx") nginx -s reload;;
  *nginx) nginx;;
  *pgbouncer) if [ -f /tmp/pgbouncer.pid ]; then kill $(cat /tmp/pgbouncer.pid); fi
    su postgres -c 'pgbouncer /etc/pgbouncer/pgbouncer.ini & echo $!' > /tmp/pgbouncer.pid 2>/tmp/pgbouncer.log;;
  "start paidang-backup") run "$(of ExecStart)";;
  *paidang) if [ "$1" != enable ] && [ -f /tmp/paidang.pid ]; then
      kill $(cat /tmp/paidang.pid); while kill -0 $(cat /tmp/paidang.pid) 2>/dev/null; do sleep 0.2; done; rm /tmp/paidang.pid; fi
    if [ "$1" != stop ]; then run "$(of ExecStart)" >> /tmp/paidang.log 2>&1 & echo $! > /tmp/paidang.pid; sh -c "$(of ExecStartPost)"; fi;;
esac
`
const ADDRESS = 'https://club.example.com'
/** What holds once everything of the page has been done. */
const LOOKS = `
curl --fail --silent ${ADDRESS}/ | grep --quiet '<html'
curl --fail --silent ${ADDRESS}/console/ | grep --quiet '<html'
curl --silent --head http://club.example.com/x | grep --quiet '^Location: ${ADDRESS}/x'
asset=$(curl --fail --silent ${ADDRESS}/ | grep --only-matching --max-count 1 'js/app[^"]*\\.js' | head -n 1)
curl --fail --silent --output /dev/null ${ADDRESS}/$asset
curl --fail --silent --head ${ADDRESS}/$asset | grep --ignore-case --quiet '^x-cache: HIT'
test "$(curl --silent --output /dev/null --write-out '%{http_code}' ${ADDRESS}/readyz)" = 404
curl --silent --http1.1 --max-time 3 --include --header 'Connection: Upgrade' --header 'Upgrade: websocket' \\
  --header 'Sec-WebSocket-Version: 13' --header 'Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==' --header 'Origin: ${ADDRESS}' \\
  ${ADDRESS}/aaapi/live | head -n 1 | grep --quiet ' 101 ' || { echo 'no socket'; exit 1; }
`
const count = `su postgres -c "psql --tuples-only --no-align --command 'SELECT count(*) FROM staff' paidang"`

beforeAll(() => {
  sh('command -v debootstrap || apt-get install --yes --no-install-recommends debootstrap')
  sh('debootstrap --variant=minbase bookworm "$0"', debian)
  const files = {
    'etc/hosts': '127.0.0.1 localhost club.example.com\n',
    'etc/resolv.conf': readFileSync('/etc/resolv.conf', 'utf8'),
    'usr/sbin/policy-rc.d': '#!/bin/sh\nexit 101\n',
    'usr/local/bin/systemctl': SYSTEMCTL,
    'usr/sbin/sendmail': '#!/bin/sh\ncat > /tmp/mail\n',
  }
  for (const [path, text] of Object.entries(files)) writeFileSync(join(debian, path), text, { mode: 0o755 })
  // Whom this machine trusts, where it reaches the registry through a mirror.
  cpSync('/etc/ssl/certs/ca-certificates.crt', join(debian, 'etc/machine-ca.crt'), { dereference: true })
  // The folder was built by the step before.
  const built = join(debian, 'usr/src/paidang/dist/paidang')
  mkdirSync(dirname(built), { recursive: true })
  cpSync(join(root, 'dist/paidang'), built, { recursive: true, verbatimSymlinks: true })
})
afterAll(() => rmSync(debian, { recursive: true, force: true }))

/** Runs commands in the new Debian. What they start ends with them. */
function inside(name, commands, { isAlone }) {
  writeFileSync(join(debian, name), `set -eux\nexport DEBIAN_FRONTEND=noninteractive\n${commands}`)
  const enter = `mount --types proc proc "$0/proc"; mount --rbind /dev "$0/dev"; ${isAlone ? 'ip link set lo up;' : ''} exec chroot "$0" sh /${name}`
  const spaces = ['--mount', '--pid', '--fork', '--kill-child', ...(isAlone ? ['--net'] : [])]
  const { status, stdout } = spawnSync('unshare', [...spaces, 'sh', '-euc', `exec 2>&1; ${enter}`, debian], {
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  })
  // The whole of it is for who looks after a failure.
  writeFileSync(join(root, '.cache', name.replace('.sh', '.log')), stdout)
  return { status, said: stdout }
}

test('the commands of the page lead from an empty Debian to a running club, and back to a point in time', () => {
  const packages = parts
    .flatMap((part) => commandsOf(part.title))
    .flatMap((commands) => commands.match(/^apt-get install.*$/gm) ?? [])
  const fetched = inside(
    'fetch.sh',
    ['export CURL_CA_BUNDLE=/etc/machine-ca.crt', ...commandsOf('1. '), ...packages].join('\n'),
    { isAlone: false },
  )
  expect(fetched.status, fetched.said.slice(-4_000)).toBe(0)

  const lived = inside(
    'live.sh',
    [
      ...['2. ', '3. ', '4. ', '5. ']
        .flatMap((title) => commandsOf(title))
        .filter((commands) => !/git clone/.test(commands)),
      'live=/etc/letsencrypt/live/club.example.com; mkdir -p $live',
      'openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=club.example.com -addext subjectAltName=DNS:club.example.com -keyout $live/privkey.pem -out $live/fullchain.pem',
      'cp $live/fullchain.pem /usr/local/share/ca-certificates/club.crt; update-ca-certificates; cp $live/fullchain.pem /tmp/club.crt; chmod 644 /tmp/club.crt',
      'export NODE_EXTRA_CA_CERTS=/tmp/club.crt',
      ...['6. ', '7. ', 'Every night', 'To a point in time'].flatMap((title) => commandsOf(title)),
      LOOKS,
      // A mistake after the base backup, and the way back to before it.
      `test "$(${count})" = 1; sleep 2; UNTIL=$(date --utc '+%F %T+00'); sleep 2`,
      `systemctl stop paidang; su postgres -c "psql --command 'DELETE FROM staff_audit_events' paidang" || true`,
      `su postgres -c "psql --command 'CREATE TABLE mistake ()' paidang"; su postgres -c "psql --command 'SELECT pg_switch_wal()'"; sleep 3`,
      ...commandsOf('To a point in time', 'point-in-time'),
      `until su postgres -c "psql --tuples-only --command 'SELECT pg_is_in_recovery()'" | grep --quiet f; do sleep 1; done`,
      `test "$(${count})" = 1; ! su postgres -c "psql --command 'TABLE mistake' paidang"`,
      'systemctl start paidang',
      ...commandsOf('A pooler'),
      'systemctl stop paidang; echo everything done',
    ].join('\n'),
    { isAlone: true },
  )
  expect(lived.said.slice(-6_000)).toContain('everything done')
  expect(lived.status).toBe(0)
  expect(lived.said).toContain('所有检查都通过')
})
