import { createServer } from 'node:net'
import type { Config } from '../config.ts'
import { codeOf, messageOf } from './error-parts.ts'
import { StartRefused } from './start-refused.ts'

/** The number of ports after the default one that are tried. */
const MAX_OTHER_PORTS = 20

type Address = Pick<Config, 'host' | 'port' | 'portIsExplicit'>

/**
 * Chooses the port to listen on: the requested one, or the first free one from the default on. A free port may be taken
 * a moment later. Listening then fails, see refusalToListen.
 *
 * @throws StartRefused when the requested one, or all of them, are taken
 */
export async function choosePort({ host, port, portIsExplicit }: Address): Promise<number> {
  if (port === 0) return 0
  const last = portIsExplicit ? port : Math.min(port + MAX_OTHER_PORTS, 65_535)
  for (let candidate = port; candidate <= last; candidate += 1) {
    const error = await whyNotListen(host, candidate)
    if (error === undefined) return candidate
    if (portIsExplicit || codeOf(error) !== 'EADDRINUSE') throw refusalToListen(error, { host, port: candidate })
  }
  throw new StartRefused(`端口 ${port} 到 ${last} 都已被占用，请用 PORT 指定一个空闲的端口。`)
}

/** Describes a failed listen in a sentence for the operator. */
export function refusalToListen(error: unknown, { host, port }: { host: string; port: number }): StartRefused {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new StartRefused(`端口 ${port} 已被其他程序占用，它可能就是正在运行的拍档。请用 PORT 指定另一个端口。`)
    case 'EACCES':
      return new StartRefused(`没有权限使用端口 ${port}。请用 PORT 指定 1024 以上的端口。`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartRefused(`本机没有 HOST 指定的地址 ${host}。`)
    default:
      return new StartRefused(`无法在 ${host} 的端口 ${port} 上监听：${messageOf(error)}`)
  }
}

function whyNotListen(host: string, port: number): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', resolve)
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}
