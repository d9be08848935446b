import { beginFactor, confirmFactor, readFactor } from '@paidang/api/areas/desks/staff-factor'
import { Alert, Button, Card, Descriptions, Flex, Form, Input, QRCode, Typography } from 'antd'
import { useEffect, useState } from 'react'
import { useRead, useWrite } from '../../../platform/queries'
import { factorSetUp, useSession } from '../../../platform/session'
import { when } from '../../../ui/format'
import { Failed, Page } from '../../../ui/page'
import { useAction } from '../../../ui/use-action'

/** The user's own second factor: it is set up here, once. Only another senior can remove it. */
export function SecondFactorPage() {
  const needsFactor = useSession(({ staff }) => staff?.needsFactor ?? false)
  const { data, error, isError, refetch } = useRead(readFactor, {})
  const [codes, setCodes] = useState<readonly string[]>()
  // Whoever loads the page anew before saving the codes has a factor, and a session that does not know it yet.
  const isStale = needsFactor && !codes && typeof data?.since === 'string'
  useEffect(() => {
    if (isStale) factorSetUp()
  }, [isStale])
  const finish = () => {
    setCodes(undefined)
    factorSetUp()
    void refetch()
  }
  return (
    <Page title="两步验证">
      {isError && <Failed error={error} onRetry={() => void refetch()} />}
      {needsFactor && !codes && (
        <Alert type="warning" showIcon title="运营账号需要先开启两步验证，才能使用工作台" style={{ maxWidth: 640 }} />
      )}
      {codes ? (
        <RecoveryCodes codes={codes} onSaved={finish} />
      ) : (
        data && (data.since === null ? <SetUpCard onCodes={setCodes} /> : <ActiveCard {...data} since={data.since} />)
      )}
    </Page>
  )
}

function ActiveCard({ since, recoveryCodesLeft }: { since: string; recoveryCodesLeft: number }) {
  return (
    <Card title="已开启" style={{ maxWidth: 640 }}>
      <Descriptions
        column={1}
        items={[
          { key: 'since', label: '开启时间', children: when(since) },
          { key: 'codes', label: '剩余恢复码', children: `${recoveryCodesLeft} 个` },
        ]}
      />
      <Typography.Paragraph type="secondary" style={{ margin: '8px 0 0' }}>
        换手机、没有保存恢复码或恢复码用完时，请另一位运营主管在「员工账号」里重置，再重新开启。只有一位主管时，请管理服务器的人运行
        create-operator --lead-lost。
      </Typography.Paragraph>
    </Card>
  )
}

type Begun = { secret: string; address: string; ticket: string }
type Typed = { code: string; password: string }

const QR_SIZE = 180
const LETTERS_OF_GROUP = /.{4}/g

/** Sets up a second factor: a picture to scan, a first code and the user's password. */
function SetUpCard({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
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

/** Shows recovery codes once, to be kept in another place than the phone. */
function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  return (
    <Card title="请保存恢复码" style={{ maxWidth: 640 }}>
      <Alert
        type="warning"
        showIcon
        title="手机不在身边时，用恢复码代替验证码登录，每个只能用一次。关闭后不再显示。"
        style={{ marginBottom: 16 }}
      />
      <Typography.Paragraph copyable={{ text: codes.join('\n'), tooltips: ['复制全部', '已复制'] }}>
        恢复码：
      </Typography.Paragraph>
      <Flex component="ul" wrap gap={8} style={{ listStyle: 'none', margin: '0 0 16px', padding: 0 }}>
        {codes.map((code) => (
          <li key={code}>
            <Typography.Text code style={{ fontSize: 16 }}>
              {code}
            </Typography.Text>
          </li>
        ))}
      </Flex>
      <Button type="primary" onClick={onSaved}>
        已保存
      </Button>
    </Card>
  )
}
