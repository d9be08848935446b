import { enterAnalytics } from '@paidang/api/areas/desks/staff'
import { Alert, App, Spin } from 'antd'
import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useWrite } from '../../../platform/queries'
import { sentenceOf } from '../../../platform/sentence-of'
import { ONLY_HERE, ONLY_HERE_SECONDS, startSession } from '../../../platform/session'
import { Entrance } from './entrance'

/** The ticket of a link, without what mail and messengers add to its beginning or end. */
const TICKET = /([\w-]{43})[^\w-]*$/

/**
 * The target of the one-time link for a company's admin. The link is redeemed at once, and removed from the address.
 */
export function EnterPage() {
  const { message } = App.useApp()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const { mutate, isError, error } = useWrite(enterAnalytics)
  const typed = params.get('ticket') ?? ''
  const ticket = useRef(TICKET.exec(typed)?.[1] ?? typed)
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    mutate(
      { body: { ticket: ticket.current } },
      {
        onSuccess(answer) {
          if (!startSession(answer, Date.now())) void message.warning(ONLY_HERE, ONLY_HERE_SECONDS)
          navigate('/', { replace: true })
        },
      },
    )
  }, [mutate, navigate, message])
  return (
    <Entrance title="经营看板" about="链接由公司管理员在小程序里生成，五分钟内有效，只能打开一次。">
      {isError ? <Alert type="error" showIcon title={sentenceOf(error)} /> : <Spin description="正在进入……" />}
    </Entrance>
  )
}
