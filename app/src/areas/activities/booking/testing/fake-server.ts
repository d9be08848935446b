import { vi } from 'vitest'
import { startSession } from '../../../../platform/session'

/** One answer of the server. */
export type Answer = { status: number; body: unknown }

/** What was sent in a request that changes something. */
export type Sent = { method: string; path: string; body: Record<string, unknown> }

/** Answers by a path or the end of a path. The first entry that fits answers. */
export type World = Record<string, (body: Record<string, unknown>, url: URL) => Answer | Promise<Answer>>

/** Returns an answer with data, and with a total where it is a page. */
export const ok = (data: unknown, total?: number): Answer => ({
  status: 200,
  body: { success: true, code: 0, data, msg: '操作成功', ...(total === undefined ? {} : { total }) },
})

/** Returns a refusal. */
export const refused = (status: number, code: string, msg: string, data: unknown = null): Answer => ({
  status,
  body: { success: false, code, data, msg },
})

/** Replaces the server with this world, and records the requests that change something. */
export function serveWorld(world: World): Sent[] {
  const sent: Sent[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(String(input), 'http://localhost')
    const body = init?.body ? JSON.parse(String(init.body)) : {}
    const [, answer] = Object.entries(world).find(([path]) => url.pathname.includes(path)) ?? []
    if (!answer) throw new Error(`not in this world: ${url.pathname}`)
    if (url.pathname.includes('/create/') || init?.method === 'PUT') {
      sent.push({ method: init?.method ?? 'GET', path: url.pathname, body })
    }
    const { status, body: said } = await answer(body, url)
    return new Response(JSON.stringify(said), { status })
  })
  return sent
}

/** Logs a player or a coach in. */
export function logInAs(userId: string, userType = 0): void {
  startSession(
    {
      tokens: { token: 'token', refreshToken: 'refresh', expiresIn: 7200 },
      userInfo: {
        userType,
        userId,
        nickname: userType === 0 ? '林知夏' : '王启明',
        avatar: null,
        isCompanyAdmin: false,
      },
    },
    Date.now(),
  )
}
