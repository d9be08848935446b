import type { StaffInfo } from '@paidang/api/areas/desks/staff'
import { isAdmitted } from '@paidang/domain/kernel/access'
import { QueryClientProvider } from '@tanstack/react-query'
import { App, Button, Result } from 'antd'
import { lazy, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link, Navigate, Route, Routes, useLocation, useMatch } from 'react-router'
import { Arrived, EnterPage, LogInPage } from './areas/desks/log-in/log-in-page'
import { type ConsolePage, PAGES, SECOND_FACTOR_PATH } from './pages'
import { loadPage } from './platform/load-page'
import { AskAgainContext, createQueryClient } from './platform/queries'
import { endSession, useSession } from './platform/session'
import { Shell } from './shell'
import { giveUpUnsaved, hasForm } from './ui/unsaved'
import { useAskAgain } from './ui/use-action'

const pages = PAGES.map(({ load, ...page }) => ({
  ...page,
  View: lazy(async () => ({ default: await loadPage(load) })),
}))

/** The console of one account: data that was read for one account is dropped for the next. */
export function Console() {
  const { message } = App.useApp()
  const askAgain = useAskAgain()
  const [client] = useState(() =>
    createQueryClient({
      onStale: () => message.warning({ key: 'stale', content: '暂时连不上，看到的可能不是最新内容' }),
    }),
  )
  useEffect(
    () =>
      useSession.subscribe((now, before) => {
        if (now.isOver && !hasForm()) return endSession()
        // At once: a window that is still in sight keeps the focus to itself.
        document.body.classList.toggle('is-left', now.isOver)
        const isOther = accountOf(now.staff) !== accountOf(before.staff)
        if (isOther) client.getQueryCache().clear()
        if (!before.isOver || now.isOver || !now.staff) return
        if (!isOther) return void client.invalidateQueries()
        // Windows and questions of the former account stand outside its page.
        document.documentElement.hidden = true
        giveUpUnsaved()
        location.reload()
      }),
    [client],
  )
  return (
    <QueryClientProvider client={client}>
      <AskAgainContext.Provider value={askAgain}>
        <Addresses />
      </AskAgainContext.Provider>
    </QueryClientProvider>
  )
}

/** Account and place of work as a text to compare. */
function accountOf(staff: StaffInfo | null): string {
  return staff ? [staff.role, staff.id, staff.merchantId, staff.companyId].join() : ''
}

/**
 * All routes. A user without a session returns, after the log-in, to the requested page. Where a form was open, the page
 * is still there.
 */
function Addresses() {
  const { staff, isOver } = useSession()
  const { pathname, search } = useLocation()
  const isEntering = useMatch('/enter') !== null
  // The same page before and after the session begins: a second one would redeem the link again, and be refused.
  if (isEntering) return <EnterPage />
  if (!staff) {
    return (
      <Routes>
        <Route path="/login" element={<LogInPage />} />
        <Route path="*" element={<Navigate to={`/login?to=${encodeURIComponent(pathname + search)}`} replace />} />
      </Routes>
    )
  }
  const isOwn = ({ path, access }: Pick<ConsolePage, 'path' | 'access'>) =>
    staff.needsFactor ? path === SECOND_FACTOR_PATH : isAdmitted(staff.role, access)
  const home = staff.needsFactor
    ? SECOND_FACTOR_PATH
    : (pages.find((page) => page.menu && isOwn(page))?.path ?? '/forbidden')
  const instead = (status: '403' | '404') =>
    staff.needsFactor ? <Navigate to={home} replace /> : <Unknown status={status} />
  return (
    <>
      {isOver && createPortal(<LogInPage isAgain />, document.body)}
      <Routes>
        <Route path="/login" element={<Arrived />} />
        <Route element={<Shell key={accountOf(staff)} staff={staff} />}>
          <Route path="/" element={<Navigate to={home} replace />} />
          {pages.map(({ View, ...page }) => (
            <Route key={page.path} path={page.path} element={isOwn(page) ? <View /> : instead('403')} />
          ))}
          <Route path="*" element={instead('404')} />
        </Route>
      </Routes>
    </>
  )
}

function Unknown({ status }: { status: '403' | '404' }) {
  const isForbidden = status === '403'
  return (
    <Result
      status={status}
      title={isForbidden ? '无权限查看' : '没有这个页面'}
      subTitle={isForbidden ? '当前账号不能打开这个页面，请换一个账号登录。' : '链接可能不完整，或页面已经移走。'}
      extra={
        <Link to="/">
          <Button type="primary">回到首页</Button>
        </Link>
      }
    />
  )
}
