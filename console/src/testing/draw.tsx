import { type ErrorCode, errors } from '@paidang/api/catalogue/errors'
import { CONSOLE_HEADER } from '@paidang/api/console-page'
import { ALL_FEATURES } from '@paidang/domain/kernel/features'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render } from '@testing-library/react'
import { App, ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import { type ReactNode, useEffect } from 'react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { expect, onTestFinished, vi } from 'vitest'
import { AskAgainContext, createQueryClient } from '../platform/queries'
import { startSession, type useSession } from '../platform/session'
import { useAskAgain } from '../ui/use-action'

/** The staff member in the console. */
type StaffInfo = NonNullable<ReturnType<typeof useSession.getState>['staff']>

/** One request as the server would receive it. */
export type ReceivedRequest = {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
  key: string | null
  /** The account that the page shows, or `log-in`. */
  account: string | null
}

/** A changing request: its path, and its body. */
type Write = [call: string, body: unknown]

/** The server's answer to a call: the data, a page of it, or a refusal. */
type Answer =
  | { data: unknown; total?: number }
  | { refusal: { status: number; code: string; msg: string; data?: unknown } }

const OPERATOR: StaffInfo = {
  id: '1',
  role: 'operator',
  nickname: '小周',
  merchantId: null,
  companyId: null,
  placeName: null,
  isPasswordGiven: false,
  needsFactor: false,
}

function Asking({ children }: { children: ReactNode }) {
  return <AskAgainContext.Provider value={useAskAgain()}>{children}</AskAgainContext.Provider>
}

function Watch({ onAddress }: { onAddress: (address: string) => void }) {
  const { pathname, search } = useLocation()
  useEffect(() => {
    onAddress(pathname + search)
  }, [onAddress, pathname, search])
  return null
}

const STEPS = ['company', 'venue', 'coach', 'course', 'wechat', 'payments', 'firstClass']

/** What many pages read beside their own. A test states it where it is about it. */
const NOTHING_WAITS = {
  'GET /admin/inbox': { data: { counts: [], items: [] } },
  'GET /admin/set-up': { data: Object.fromEntries(STEPS.map((step) => [step, true])) },
  'GET /features': { data: ALL_FEATURES },
  'GET /admin/offline-settings': {
    data: { limitFen: 200_000, isAllowed: false, transferNote: '', isOffered: false, revision: 0 },
  },
  'GET /admin/offline-entries': { data: [], total: 0 },
}

/**
 * Renders a page at an address as a staff member. The server answers `METHOD /path` as given (a value, or a function
 * of the request). A request without an answer fails the test.
 *
 * @returns the requests in order, the changing ones among them, and the browser's location
 */
export function draw(
  page: ReactNode,
  {
    at = '/',
    staff = {},
    expiresIn = 7200,
    answers,
  }: {
    at?: string
    /** Null: no session. */
    staff?: Partial<StaffInfo> | null
    /** Seconds. */
    expiresIn?: number
    answers: Record<string, Answer | ((heard: ReceivedRequest) => Answer)>
  },
): { heard: ReceivedRequest[]; writes: () => Write[]; address: () => string } {
  const heard: ReceivedRequest[] = []
  const known: typeof answers = { ...NOTHING_WAITS, ...answers }
  let address = at
  const unanswered: string[] = []
  if (staff) startSession({ expiresIn, staff: { ...OPERATOR, ...staff } }, Date.now())
  onTestFinished(() => expect(unanswered, 'calls that nobody said an answer to').toEqual([]))
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { pathname, searchParams } = new URL(url, 'http://console.test')
    const path = pathname.replace('/aaapi', '')
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
    const headers = new Headers(init.headers)
    const key = headers.get('idempotency-key')
    const account = headers.get(CONSOLE_HEADER)
    const request = { method: init.method ?? 'GET', path, query: searchParams, body, key, account }
    heard.push(request)
    const given = known[`${request.method} ${path}`]
    if (!given) {
      unanswered.push(`${request.method} ${path}`)
      throw new Error('no answer')
    }
    const answer = typeof given === 'function' ? given(request) : given
    if ('refusal' in answer) {
      const { status, ...refusal } = answer.refusal
      return Response.json({ success: false, ...refusal }, { status })
    }
    return Response.json({ success: true, code: 0, msg: 'ok', ...answer })
  })
  const element = (
    <>
      {page}
      <Watch onAddress={(now) => (address = now)} />
    </>
  )
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [at] })
  // No style sheet counts here, so none is generated. A message that closed by itself would be missed on a slow machine.
  render(
    <ConfigProvider
      locale={zhCN}
      button={{ autoInsertSpace: false }}
      theme={{ token: { motion: false }, zeroRuntime: true }}
    >
      <App message={{ duration: 0 }}>
        <QueryClientProvider client={createQueryClient()}>
          <Asking>
            <RouterProvider router={router} />
          </Asking>
        </QueryClientProvider>
      </App>
    </ConfigProvider>,
  )
  const writes = () =>
    heard.filter(({ method }) => method !== 'GET').map(({ method, path, body }): Write => [`${method} ${path}`, body])
  return { heard, writes, address: () => address }
}

/** Fills fields as if pasted: forms render with every letter, which is slow here. */
export function fill(...fields: [field: HTMLElement, text: string][]): void {
  for (const [field, text] of fields) fireEvent.change(field, { target: { value: text } })
}

/** In pixels. */
export const ROW_HEIGHT = 40

/** Simulates the layout of table rows, which jsdom lacks: one below the other, with their content in the same place. */
export function layOutRows(): void {
  const spy = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const row = this.closest('tbody tr[data-row-key]')
    const place = row ? [...document.querySelectorAll('tbody tr[data-row-key]')].indexOf(row) : 0
    return new DOMRect(0, place * ROW_HEIGHT, 800, ROW_HEIGHT)
  })
  onTestFinished(() => spy.mockRestore())
}

/** A refusal as the server sends it. */
export function refused(code: ErrorCode) {
  const { status, message } = errors[code]
  return { refusal: { status, code, msg: message } }
}

/** The texts of the visible table rows, cell by cell. */
export function shownRows(): string[][] {
  return [...document.querySelectorAll('tbody tr[data-row-key]')].map((row) =>
    [...row.querySelectorAll('td')].map(({ textContent }) => textContent ?? ''),
  )
}
