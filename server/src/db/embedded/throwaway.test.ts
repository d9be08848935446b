import { spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, test } from 'vitest'
import { chooseAccount } from './account.ts'
import { prepareBinaries } from './binaries.ts'
import { SOCKET, startPostmaster, stopPostmaster } from './postmaster.ts'
import { stateOf } from './process-state.ts'
import { startThrowawayPostgres } from './throwaway.ts'

/** A directory from which `tsx` can be resolved. */
const here = fileURLToPath(new URL('.', import.meta.url))

async function show(url: string, setting: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return Object.values((await client.query(`SHOW ${setting}`)).rows[0]).join()
  } finally {
    await client.end()
  }
}

test('a throw-away server is fast, allows many connections, accepts settings, and leaves nothing behind', async () => {
  const server = await startThrowawayPostgres({ fsync: 'on' })
  expect(await show(server.url, 'max_connections')).toBe('200')
  expect(await show(server.url, 'synchronous_commit')).toBe('off')
  expect(await show(server.url, 'fsync')).toBe('on')
  const home = dirname(await show(server.url, 'data_directory'))
  await server.stop()
  expect(existsSync(home)).toBe(false)
  expect(['gone', 'zombie']).toContain(stateOf(server.pid))
})

test('where no socket can be made, PostgreSQL starts without one', async () => {
  const server = await startThrowawayPostgres()
  const directory = await show(server.url, 'data_directory')
  const port = Number(new URL(server.url).port)
  await stopPostmaster(server.pid, { immediate: true })
  mkdirSync(join(directory, `${SOCKET}${port}`))
  const account = chooseAccount(directory)
  const parts = { binaries: prepareBinaries(account), logFile: join(directory, '../again.log'), port }
  const again = await startPostmaster({ directory, account }, parts)
  const url = new URL(server.url)
  url.searchParams.delete('host')
  expect(await show(url.href, 'unix_socket_directories')).toBe('')
  await stopPostmaster(again?.pid ?? 0, { immediate: true })
  await server.stop()
})

test('it ends with its parent, even when the parent is killed', async () => {
  const script = `
    import { startThrowawayPostgres } from ${JSON.stringify(new URL('./throwaway.ts', import.meta.url).href)}
    console.log(JSON.stringify(await startThrowawayPostgres()))
    setInterval(() => undefined, 60_000)`
  const args = ['--import', 'tsx', '--input-type=module', '-e', script]
  const parent = spawn(process.execPath, args, { cwd: here, stdio: ['ignore', 'pipe', 'inherit'] })
  const line = await new Promise<string>((resolve) => {
    parent.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()))
  })
  const { url, pid } = JSON.parse(line) as { url: string; pid: number }
  const home = dirname(await show(url, 'data_directory'))
  parent.kill('SIGKILL')

  await expect.poll(() => [stateOf(pid) === 'postgres', existsSync(home)]).toEqual([false, false])
})
