import { changeCaps, type ManagedCaps, managedCaps } from '@paidang/api/areas/money/packages'
import { ApiError, errors } from '@paidang/api/catalogue/errors'
import { LEGAL_MINOR_CAPS, NO_CAPS, whyNotCaps } from '@paidang/domain/areas/money/contracts/purchase-caps'
import { Alert, Button, Card, Empty, Flex, Form, Skeleton, Switch, Table, Typography } from 'antd'
import { Link } from 'react-router'
import { useRead, useWrite } from '../../../platform/queries'
import { money, when } from '../../../ui/format'
import { NumberInput, YuanInput } from '../../../ui/number-input'
import { Failed, Page } from '../../../ui/page'
import { useAction } from '../../../ui/use-action'

type PurchaseCaps = ManagedCaps['caps']
type Caps = PurchaseCaps['buyer']
type Typed = { buyer: Caps; isOn: boolean; minor: Caps }

const LAW = `${LEGAL_MINOR_CAPS.months} 个月、${LEGAL_MINOR_CAPS.hours} 课时、${money(LEGAL_MINOR_CAPS.fen)}`

/** 购课上限: the most that one buyer gets in a month, and what the law caps for minors. */
export function CapsPage() {
  const { data, isError, error, refetch } = useRead(managedCaps, {})
  return (
    <Page
      title="购课上限"
      about="到了上限的课包在学员那里是灰的，并写明还能买多少；已经下的单不受影响"
      actions={<Link to="/packages">返回课包</Link>}
    >
      {!data && (isError ? <Failed error={error} onRetry={refetch} /> : <Skeleton active />)}
      {data && (
        <Flex gap={16} align="start" wrap>
          <CapsForm key={data.version} managed={data} />
          <Versions managed={data} />
        </Flex>
      )}
    </Page>
  )
}

function CapsForm({ managed: { version, caps } }: { managed: ManagedCaps }) {
  const [form] = Form.useForm<Typed>()
  // What is watched is known a frame later.
  const isOn = (Form.useWatch('isOn', form) as boolean | undefined) ?? caps.minor !== null
  const { doIt } = useAction()
  const change = useWrite(changeCaps, { changes: [managedCaps] })
  const isOutdated = change.error instanceof ApiError && change.error.code === 'caps_changed'
  const save = (typed: Typed) =>
    doIt({ run: () => change.mutateAsync({ body: { version, ...capsOf(typed) } }), done: '已保存，之后的新单按它算' })
  return (
    <Card style={{ flex: '2 1 420px' }}>
      {isOutdated && <Alert type="warning" showIcon title={errors.caps_changed.message} style={{ marginBottom: 16 }} />}
      <Form<Typed>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ buyer: caps.buyer, isOn: caps.minor !== null, minor: caps.minor ?? LEGAL_MINOR_CAPS }}
        onFinish={save}
      >
        <Figures of="buyer" title="每位买家" note="不限就留空" />
        <Head
          title="未成年人"
          note={`法规要求面向中小学生的体育培训一次最多收 ${LAW}。打开后，学员买课前要选谁来上课`}
        />
        <Form.Item name="isOn" valuePropName="checked">
          <Switch checkedChildren="按法规限制" unCheckedChildren="没有限制" aria-label="未成年人上限" />
        </Form.Item>
        {isOn && <Figures of="minor" title="未满 18 岁" note={`可以更严，不能超过 ${LAW}`} />}
        <Form.Item
          noStyle
          dependencies={['buyer', 'isOn', 'minor']}
          name="sound"
          rules={[
            ({ getFieldsValue }) => ({
              validator: async () => {
                const refusal = whyNotCaps(capsOf(getFieldsValue(true)))
                if (refusal) throw new Error(errors[refusal].message)
              },
            }),
          ]}
        >
          <Refusal />
        </Form.Item>
        <Flex justify="end">
          <Button type="primary" htmlType="submit" loading={change.isPending}>
            保存新版本
          </Button>
        </Flex>
      </Form>
    </Card>
  )
}

/** The place of what the whole form is refused for. */
function Refusal() {
  const { errors: refusals } = Form.Item.useStatus()
  return refusals.length > 0 ? <Alert type="error" showIcon title={refusals[0]} style={{ marginBottom: 16 }} /> : null
}

/** The head of a part of the form, with what it is for. */
function Head({ title, note }: { title: string; note: string }) {
  return (
    <>
      <Typography.Title level={5} style={{ margin: '0 0 4px' }}>
        {title}
      </Typography.Title>
      <Typography.Paragraph type="secondary" style={{ marginBottom: 12 }}>
        {note}
      </Typography.Paragraph>
    </>
  )
}

function Figures({ of, title, note }: { of: 'buyer' | 'minor'; title: string; note: string }) {
  const fields = [
    { key: 'hours', label: '每月最多购买（课时）' },
    { key: 'months', label: '有效期最长（月，每月 30 天）' },
  ]
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
      <legend style={{ padding: 0, margin: 0, border: 0 }}>
        <Head title={title} note={note} />
      </legend>
      <Flex gap={12} wrap>
        {fields.map(({ key, label }) => (
          <Form.Item key={key} name={[of, key]} label={label} style={{ flex: '1 1 160px' }}>
            <NumberInput placeholder="不限" />
          </Form.Item>
        ))}
        <Form.Item name={[of, 'fen']} label="每月最多支付" style={{ flex: '1 1 160px' }}>
          <YuanInput placeholder="不限" />
        </Form.Item>
      </Flex>
    </fieldset>
  )
}

/** What was typed, where an empty field is no cap. */
function capsOf({ buyer, isOn, minor }: Typed): PurchaseCaps {
  const plain = (caps: Caps | undefined): Caps => ({
    months: caps?.months ?? null,
    hours: caps?.hours ?? null,
    fen: caps?.fen ?? null,
  })
  return { buyer: plain(buyer), minor: isOn ? plain(minor) : null }
}

const NOT_CAPPED = '不限'

function textOf({ months, hours, fen }: Caps): string {
  const parts = [
    hours !== null && `每月 ${hours} 课时`,
    fen !== null && `每月 ${money(fen)}`,
    months !== null && `有效期 ${months} 个月`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join('，') : NOT_CAPPED
}

/** All versions, the latest first: who set what, and when. */
function Versions({ managed: { versions } }: { managed: ManagedCaps }) {
  return (
    <Card size="small" title="版本" style={{ flex: '3 1 480px', minWidth: 0 }}>
      <Table
        size="middle"
        pagination={false}
        rowKey="version"
        scroll={{ x: true }}
        locale={{ emptyText: <Empty description="还没有设过上限" /> }}
        dataSource={versions}
        columns={[
          { title: '版本', render: (_, one) => `第 ${one.version} 版` },
          { title: '每位买家', render: (_, { caps }) => textOf(caps.buyer) },
          { title: '未满 18 岁', render: (_, { caps }) => textOf(caps.minor ?? NO_CAPS) },
          { title: '谁改的', render: (_, { madeBy, createTime }) => `${madeBy} ${when(createTime)}` },
        ]}
      />
    </Card>
  )
}
