import { beginFactor, confirmFactor } from '@paidang/api/areas/desks/staff-factor'
import { Button, Card, Flex, Form, Input, QRCode, Typography } from 'antd'
import { useState } from 'react'
import { useWrite } from '../../../platform/queries'
import { useAction } from '../../../ui/use-action'

type Begun = { secret: string; address: string; ticket: string }
type Typed = { code: string; password: string }

const QR_SIZE = 180
const LETTERS_OF_GROUP = /.{4}/g

/** Sets up a second factor: a picture to scan, a first code and the user's password. */
export function SetUpCard({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const { doIt } = useAction()
  const begin = useWrite(beginFactor)
  const confirm = useWrite(confirmFactor)
  const [begun, setBegun] = useState<Begun>()
  const start = async () => {
    const answer = await doIt({ run: () => begin.mutateAsync({}), done: '请用身份验证器扫码' })
    if (answer) setBegun(answer)
  }
  const submit = async ({ code, password }: Typed) => {
    if (!begun) return
    const run = () => confirm.mutateAsync({ body: { ticket: begun.ticket, code, password } })
    const answer = await doIt({ run, done: '两步验证已开启，其他设备已退出登录' })
    if (answer) onCodes(answer.recoveryCodes)
  }
  return (
    <Card title="开启两步验证" style={{ maxWidth: 640 }}>
      <Typography.Paragraph>
        开启后，登录时除密码外，还要输入手机身份验证器显示的 6 位数字。微信小程序「腾讯身份验证器」、Microsoft
        Authenticator、Google Authenticator 都可以用。
      </Typography.Paragraph>
      {begun ? (
        <Flex gap={24} wrap>
          <div>
            <QRCode value={begun.address} size={QR_SIZE} />
            <Typography.Paragraph type="secondary" style={{ width: QR_SIZE, margin: '8px 0 0' }}>
              不能扫码时手动输入：
              <br />
              <Typography.Text code copyable={{ text: begun.secret }}>
                {begun.secret.match(LETTERS_OF_GROUP)?.join(' ')}
              </Typography.Text>
            </Typography.Paragraph>
          </div>
          <Form<Typed> layout="vertical" requiredMark={false} onFinish={submit} style={{ flex: 1, minWidth: 240 }}>
            <Form.Item
              name="code"
              label="身份验证器上的 6 位数字"
              rules={[{ required: true, whitespace: true, message: '请输入 6 位数字' }]}
            >
              <Input autoComplete="one-time-code" inputMode="numeric" maxLength={10} autoFocus />
            </Form.Item>
            <Form.Item name="password" label="登录密码" rules={[{ required: true, message: '请填写登录密码' }]}>
              <Input.Password autoComplete="current-password" maxLength={128} />
            </Form.Item>
            <Button type="primary" htmlType="submit" loading={confirm.isPending}>
              开启
            </Button>
          </Form>
        </Flex>
      ) : (
        <Button type="primary" loading={begin.isPending} onClick={start}>
          开始设置
        </Button>
      )}
    </Card>
  )
}
