import { LockOutlined, UserOutlined } from '@ant-design/icons'
import { staffLogin } from '@paidang/api/areas/staff'
import { Alert, Button, Form, Input } from 'antd'
import { Navigate, useSearchParams } from 'react-router'
import { useWrite } from '../../platform/queries'
import { sentenceOf } from '../../platform/sentence-of'
import { startSession } from '../../platform/session'
import { Entrance } from './entrance'
import { innerPath } from './inner-path'

type Typed = { username: string; password: string }

/** Leads whoever is logged in to the page that he asked for. */
export function Arrived() {
  const [params] = useSearchParams()
  return <Navigate to={innerPath(params.get('to'))} replace />
}

/** The log-in of operators and merchants. */
export function LogInPage() {
  const logIn = useWrite(staffLogin)
  const submit = ({ username, password }: Typed) =>
    logIn.mutate(
      { body: { username: username.trim(), password } },
      { onSuccess: (answer) => startSession(answer, Date.now()) },
    )
  return (
    <Entrance title="员工登录" about="平台运营与穿线商家使用；公司管理员请从小程序「公司设置」打开经营看板。">
      <Form<Typed> layout="vertical" requiredMark={false} onFinish={submit}>
        {logIn.isError && <Alert type="error" showIcon title={sentenceOf(logIn.error)} style={{ marginBottom: 16 }} />}
        <Form.Item name="username" label="账号" rules={[{ required: true, whitespace: true, message: '请填写账号' }]}>
          <Input size="large" prefix={<UserOutlined />} autoComplete="username" maxLength={64} autoFocus />
        </Form.Item>
        <Form.Item name="password" label="密码" rules={[{ required: true, message: '请填写密码' }]}>
          <Input.Password size="large" prefix={<LockOutlined />} autoComplete="current-password" maxLength={128} />
        </Form.Item>
        <Button type="primary" size="large" htmlType="submit" block loading={logIn.isPending}>
          登录
        </Button>
      </Form>
    </Entrance>
  )
}
