// Every command of docs/deploy.md on a new Debian, in a folder of its own and with a network of its own. It needs root on
// Debian. Run: npm run test:long -- deploy
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, createWriteStream, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
mkdirSync(join(root, '.cache'), { recursive: true })
const debian = mkdtempSync(join(root, '.cache/debian-'))
// Every account of the new Debian passes its root.
chmodSync(debian, 0o755)
const sh = (...args) => promisify(execFile)('sh', ['-euc', ...args], { maxBuffer: 100_000_000 })
/** How many requests an upgrade has to bear, at a hundred a second. */
const REQUESTS = Number(process.env.DEPLOY_REQUESTS ?? 10_000)

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
case $unit in *@*) port=\${unit#*@}; file=\${unit%%@*}@;; *) port=; file=$unit;; esac
of() { sed -n "s/^$1=//p" "/etc/systemd/system/$file.service" | sed "s/%i/$port/g"; }
run() { cd /opt/paidang; exec setpriv --reuid paidang --regid paidang --init-groups env NODE_ENV=production \\
  DATA_DIR=/var/lib/paidang PORT=$port sh -ac '. /etc/paidang/paidang.env; . /etc/paidang/backup.env; eval "exec $0"' "$1"; }
case "$1 $unit" in
  *postgresql) case $1 in enable|start) action=start;; *) action=$1;; esac
    pg_ctlcluster 15 main $action $( [ $action = start ] || echo --mode=fast );;
  "reload nginx") nginx -s reload;;
  *nginx) nginx;;
  *pgbouncer) if [ -f /tmp/pgbouncer.pid ]; then kill $(cat /tmp/pgbouncer.pid); fi
    su postgres -c 'pgbouncer /etc/pgbouncer/pgbouncer.ini & echo $!' > /tmp/pgbouncer.pid 2>/tmp/pgbouncer.log;;
  "start paidang-backup") run "$(of ExecStart)";;
  *paidang@*) pid=/tmp/$unit.pid
    case $1 in stop|restart) if [ -f $pid ]; then
      kill $(cat $pid); while kill -0 $(cat $pid) 2>/dev/null; do sleep 0.2; done; rm $pid; fi;; esac
    if [ "$1" != stop ]; then run "$(of ExecStart)" >> /tmp/paidang.log 2>&1 & echo $! > $pid; sh -c "$(of ExecStartPost)"; fi;;
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
/** Asks a hundred times a second from twenty addresses, and writes what it was answered. A third of it are writes. */
const LOAD = `
import { writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
const agents = Array.from({ length: 20 }, (_, n) => new Agent({ keepAlive: true, maxSockets: 8, localAddress: '127.0.0.' + (n + 2) }))
const answers = {}
const took = []
const ask = (n) => new Promise((resolve) => {
  const isWrite = n % 3 === 0
  const path = isWrite ? '/aaapi/auth/h5-login' : '/aaapi/common/adv/getHomeAdv'
  const begun = performance.now()
  const done = (what) => {
    took.push(performance.now() - begun)
    answers[what] = (answers[what] ?? 0) + 1
    resolve()
  }
  const headers = isWrite ? { 'content-type': 'application/json', 'content-length': 2 } : {}
  const sent = request('${ADDRESS}' + path, { method: isWrite ? 'POST' : 'GET', agent: agents[n % 20], headers })
  sent.on('response', (answer) => {
    answer.resume()
    answer.on('end', () => done((isWrite ? 'write ' : 'read ') + answer.statusCode))
  })
  sent.on('error', (error) => done('broken ' + error.code))
  sent.end(isWrite ? '{}' : undefined)
})
const all = []
const begun = performance.now()
for (let n = 0; n < ${REQUESTS}; n += 1) {
  all.push(ask(n))
  const wait = begun + (n + 1) * 10 - performance.now()
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
}
await Promise.all(all)
took.sort((a, b) => a - b)
writeFileSync('/tmp/load.json', JSON.stringify({ answers, p99: Math.round(took[Math.floor(took.length * 0.99)]) }))
`
/** A demo out of the folder makes what threads make: a file of exports, and a picture that is drawn. */
const THREADS = `
const api = 'http://127.0.0.1:8095/aaapi'
const { data } = await (await fetch(api + '/auth/h5-login', { method: 'POST', headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ username: 'player', password: 'demo1234' }) })).json()
const headers = { authorization: 'Bearer ' + data.tokens.token, 'content-type': 'application/json' }
const file = await (await fetch(api + '/app-users/export', { headers })).json()
if (!file.success || file.data.base64.length < 1000) throw new Error('no file: ' + JSON.stringify(file).slice(0, 500))
const shared = await (await fetch(api + '/share/create', { method: 'POST', headers, body: JSON.stringify({ kind: 'home' }) })).json()
const picture = Buffer.from(await (await fetch(new URL(shared.data.picture, api))).arrayBuffer())
if (picture.toString('latin1', 1, 4) !== 'PNG') throw new Error('no picture: ' + JSON.stringify(shared))
console.log('threads made a file and a picture')
`
const count = `su postgres -c "psql --tuples-only --no-align --command 'SELECT count(*) FROM staff' paidang"`

beforeAll(async () => {
  await sh('command -v debootstrap || apt-get install --yes --no-install-recommends debootstrap')
  await sh('debootstrap --variant=minbase bookworm "$0"', debian)
  const files = {
    'etc/hosts': '127.0.0.1 localhost club.example.com\n',
    'etc/resolv.conf': readFileSync('/etc/resolv.conf', 'utf8'),
    'usr/sbin/policy-rc.d': '#!/bin/sh\nexit 101\n',
    'usr/local/bin/systemctl': SYSTEMCTL,
    'usr/sbin/sendmail': '#!/bin/sh\ncat > /tmp/mail\n',
    'load.mjs': LOAD,
    'threads.mjs': THREADS,
  }
  for (const [path, text] of Object.entries(files)) writeFileSync(join(debian, path), text, { mode: 0o755 })
  // Whom this machine trusts, where it reaches the registry through a mirror.
  cpSync('/etc/ssl/certs/ca-certificates.crt', join(debian, 'etc/machine-ca.crt'), { dereference: true })
  // The folder was built by the step before.
  const built = join(debian, 'usr/src/paidang/dist/paidang')
  mkdirSync(dirname(built), { recursive: true })
  await sh('cp --archive "$0" "$1"', join(root, 'dist/paidang'), built)
})
afterAll(() => sh('rm --recursive --force "$0"', debian))

/** Runs commands in the new Debian. What they start ends with them. */
async function inside(name, commands, { isAlone }) {
  writeFileSync(join(debian, name), `set -eux\nexport DEBIAN_FRONTEND=noninteractive\n${commands}`)
  const enter = `mount --types proc proc "$0/proc"; mount --rbind /dev "$0/dev"; ${isAlone ? 'ip link set lo up;' : ''} exec chroot "$0" sh /${name}`
  const spaces = ['--mount', '--pid', '--fork', '--kill-child', ...(isAlone ? ['--net'] : [])]
  // It stays for who looks after a failure.
  const log = join(root, '.cache', name.replace('.sh', '.log'))
  // A new machine keeps temporary files where Debian does.
  const { TMPDIR, ...env } = process.env
  const child = spawn('unshare', [...spaces, 'sh', '-euc', `exec 2>&1; ${enter}`, debian], { env })
  child.stdout.pipe(createWriteStream(log))
  const [status] = await once(child, 'close')
  return { status, said: readFileSync(log, 'utf8') }
}

test('the commands of the page lead from an empty Debian to a running club, through upgrades, and back to a point in time', async () => {
  const packages = parts
    .flatMap((part) => commandsOf(part.title))
    .flatMap((commands) => commands.match(/^apt-get install.*$/gm) ?? [])
  const fetched = await inside(
    'fetch.sh',
    ['export CURL_CA_BUNDLE=/etc/machine-ca.crt', ...commandsOf('1. '), ...packages].join('\n'),
    { isAlone: false },
  )
  expect(fetched.status, fetched.said.slice(-4_000)).toBe(0)

  const lived = await inside(
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
      // Upgrades and ways back, while people use it.
      '/opt/node/bin/node /load.mjs & load=$!; PREVIOUS=$(readlink /opt/paidang); sleep 1',
      ...commandsOf('2. ').slice(-1),
      ...commandsOf('A new version'),
      'test "$(readlink /opt/paidang)" != "$PREVIOUS"',
      ...commandsOf('A new version', 'previous'),
      `while kill -0 $load 2>/dev/null; do ${commandsOf('A new version').join('')} done; wait $load; cat /tmp/load.json; cp /tmp/load.json /load.json`,
      'mkdir /tmp/demo; chown paidang: /tmp/demo',
      'cd /opt/paidang; setpriv --reuid paidang --regid paidang --init-groups env DATA_DIR=/tmp/demo PORT=8095 /opt/node/bin/node server/dist/program/main.mjs & demo=$!',
      'until curl --silent --fail http://127.0.0.1:8095/readyz; do sleep 0.5; done; /opt/node/bin/node /threads.mjs; kill $demo; wait $demo; cd /',
      // A mistake after the base backup, and the way back to before it.
      `test "$(${count})" = 1; sleep 2; UNTIL=$(date --utc '+%F %T+00'); sleep 2`,
      `systemctl stop paidang@8080; su postgres -c "psql --command 'DELETE FROM staff_audit_events' paidang" || true`,
      `su postgres -c "psql --command 'CREATE TABLE mistake ()' paidang"; su postgres -c "psql --command 'SELECT pg_switch_wal()'"; sleep 3`,
      ...commandsOf('To a point in time', 'point-in-time'),
      `until su postgres -c "psql --tuples-only --command 'SELECT pg_is_in_recovery()'" | grep --quiet f; do sleep 1; done`,
      `test "$(${count})" = 1; ! su postgres -c "psql --command 'TABLE mistake' paidang"`,
      'systemctl start paidang@8080',
      ...commandsOf('A pooler'),
      'systemctl stop paidang@8080; echo everything done',
    ].join('\n'),
    { isAlone: true },
  )
  expect(lived.said.slice(-6_000)).toContain('everything done')
  expect(lived.status).toBe(0)
  expect(lived.said).toContain('所有检查都通过')
  expect(lived.said).toContain('threads made a file and a picture')
  const { answers, p99 } = JSON.parse(readFileSync(join(debian, 'load.json'), 'utf8'))
  const [reads, writes] = [answers['read 200'], answers['write 400']]
  console.log(`figure: upgrades under 100 requests/s: ${reads + writes} of ${REQUESTS} answered, 99 % within ${p99} ms`)
  expect(answers).toEqual({ 'read 200': REQUESTS - Math.ceil(REQUESTS / 3), 'write 400': Math.ceil(REQUESTS / 3) })
})
