import { LockOutlined, SafetyOutlined, UserOutlined } from '@ant-design/icons'
import { staffLogin } from '@paidang/api/areas/desks/staff'
import { ApiError, type ErrorCode } from '@paidang/api/catalogue/errors'
import { Alert, App, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { useWrite } from '../../../platform/queries'
import { sentenceOf } from '../../../platform/sentence-of'
import { ONLY_HERE, ONLY_HERE_SECONDS, startSession } from '../../../platform/session'
import { Entrance } from './entrance'
import { innerPath } from './inner-path'

type Typed = { username: string; password: string; code?: string }

/** Leads a user with a session to the requested page. */
export function Arrived() {
  const [params] = useSearchParams()
  return <Navigate to={innerPath(params.get('to'))} replace />
}

/** The log-in of operators and merchants. */
export function LogInPage() {
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
    <Entrance title="员工登录" about="平台运营与穿线商家使用；公司管理员请从小程序「公司设置」打开经营看板。">
      <Form<Typed> layout="vertical" requiredMark={false} onFinish={submit}>
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
