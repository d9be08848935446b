import { createServer, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { choosePort } from './port.ts'

const host = '127.0.0.1'
const taken: Server[] = []
afterEach(() => {
  for (const server of taken.splice(0)) server.close()
})

/** Occupies a port. @returns its number */
function take(port = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, host, () => {
      taken.push(server)
      resolve((server.address() as { port: number }).port)
    })
  })
}

test('a requested port is used, or refused in a sentence that names it', async () => {
  const port = await take()
  await expect(choosePort({ host, port, portIsExplicit: true })).rejects.toThrow(`端口 ${port} 已被其他程序占用`)
  for (const server of taken.splice(0)) server.close()
  expect(await choosePort({ host, port, portIsExplicit: true })).toBe(port)
})

test('a later port is chosen when the default one is taken', async () => {
  const port = await take()
  const chosen = await choosePort({ host, port, portIsExplicit: false })
  expect(chosen).toBeGreaterThan(port)
  expect(chosen).toBeLessThanOrEqual(port + 20)
  expect(await take(chosen)).toBe(chosen)
})

test('an address of another machine is refused', async () => {
  await expect(choosePort({ host: '192.0.2.1', port: 8080, portIsExplicit: false })).rejects.toThrow('192.0.2.1')
})
