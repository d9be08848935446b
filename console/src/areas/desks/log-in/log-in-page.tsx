import { LockOutlined, SafetyOutlined, UserOutlined } from '@ant-design/icons'
import { enterAnalytics, staffLogin } from '@paidang/api/areas/desks/staff'
import { ApiError, type ErrorCode } from '@paidang/api/catalogue/errors'
import { Alert, App, Button, Card, Flex, Form, Input, Spin, Typography } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { sentenceOf } from '../../../platform/network-error'
import { useWrite } from '../../../platform/queries'
import { ONLY_HERE, ONLY_HERE_SECONDS, startSession } from '../../../platform/session'
import { useOwnEscape } from '../../../ui/own-escape'

type Typed = { username: string; password: string; code?: string }

/** Leads a user with a session to the requested page. */
export function Arrived() {
  const [params] = useSearchParams()
  return <Navigate to={innerPath(params.get('to'))} replace />
}

/** The log-in of operators and merchants; `isAgain` in front of what they were about to send. */
export function LogInPage({ isAgain = false }: { isAgain?: boolean }) {
  useOwnEscape(isAgain)
  const { message } = App.useApp()
  const logIn = useWrite(staffLogin)
  // Once requested, the code stays requested: a wrong one is typed again.
  const [asksCode, setAsksCode] = useState(false)
  const submit = ({ username, password, code }: Typed) =>
    logIn.mutate(
      { body: { username: username.trim(), password, ...(code && { code }) } },
      {
        onSuccess: (answer) => {
          if (!startSession(answer, Date.now())) void message.warning(ONLY_HERE, ONLY_HERE_SECONDS)
        },
        onError: (error) => isRefusal(error, 'factor_missing') && setAsksCode(true),
      },
    )
  const isFailed = logIn.isError && !isRefusal(logIn.error, 'factor_missing')
  return (
    <Entrance title="员工登录" about="平台运营与穿线商家使用；公司管理员请在拍档「公司」页打开经营看板。">
      {isAgain && (
        <Alert type="info" showIcon title="登录已过期，同一账号登录后可以继续填写" style={{ marginBottom: 16 }} />
      )}
      <Form<Typed> name="log-in" layout="vertical" requiredMark={false} onFinish={submit}>
        {isFailed && <Alert type="error" showIcon title={sentenceOf(logIn.error)} style={{ marginBottom: 16 }} />}
        <Form.Item name="username" label="账号" rules={[{ required: true, whitespace: true, message: '请填写账号' }]}>
          <Input size="large" prefix={<UserOutlined />} autoComplete="username" maxLength={64} autoFocus />
        </Form.Item>
        <Form.Item name="password" label="密码" rules={[{ required: true, message: '请填写密码' }]}>
          <Input.Password size="large" prefix={<LockOutlined />} autoComplete="current-password" maxLength={128} />
        </Form.Item>
        {asksCode && (
          <Form.Item
            name="code"
            label="两步验证码"
            extra="打开手机上的身份验证器，输入 6 位数字；手机不在身边时，输入一个恢复码。"
            rules={[{ required: true, whitespace: true, message: '请输入两步验证码' }]}
          >
            <Input size="large" prefix={<SafetyOutlined />} autoComplete="one-time-code" maxLength={40} autoFocus />
          </Form.Item>
        )}
        <Button type="primary" size="large" htmlType="submit" block loading={logIn.isPending}>
          登录
        </Button>
      </Form>
    </Entrance>
  )
}

function isRefusal(error: unknown, code: ErrorCode): boolean {
  return error instanceof ApiError && error.code === code
}

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
    <Entrance title="经营看板" about="链接由公司管理员在拍档里生成，五分钟内有效，只能打开一次。">
      {isError ? <Alert type="error" showIcon title={sentenceOf(error)} /> : <Spin description="正在进入……" />}
    </Entrance>
  )
}

/** The frame of the pages before the log-in. */
function Entrance({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  useEffect(() => {
    const before = document.title
    document.title = `${title} · 拍档工作台`
    return () => {
      document.title = before
    }
  }, [title])
  return (
    <Flex component="main" vertical align="center" justify="center" className="entrance">
      <Card style={{ width: 400, maxWidth: 'calc(100vw - 32px)' }}>
        <Flex gap={12} align="center" style={{ marginBottom: 24 }}>
          <img src="/console/favicon.svg" alt="" width={44} height={44} />
          <div>
            <Typography.Title level={1} style={{ fontSize: 20, margin: 0 }}>
              拍档工作台
            </Typography.Title>
            <Typography.Text type="secondary">{title}</Typography.Text>
          </div>
        </Flex>
        {children}
        <Typography.Paragraph type="secondary" style={{ margin: '16px 0 0', fontSize: 13 }}>
          {about}
        </Typography.Paragraph>
      </Card>
    </Flex>
  )
}

/** A page of the console from an address, never one on another host. The first page if the address contains none. */
export function innerPath(to: string | null): string {
  return to && /^\/[^/\\\s]/.test(to) ? to : '/'
}
