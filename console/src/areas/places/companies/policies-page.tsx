import { MinusCircleOutlined, PlusOutlined } from '@ant-design/icons'
import {
  changePolicy,
  type ManagedPolicies,
  type ManagedPolicy,
  managedPolicies,
} from '@paidang/api/areas/places/policies'
import { ApiError, errors } from '@paidang/api/catalogue/errors'
import { policyOfRule } from '@paidang/domain/areas/activities/classes/cancellation'
import {
  CHARGED_KINDS,
  CHARGED_NAMES,
  consequenceOf,
  MAX_TIERS,
  type Policy,
  policyFacts,
  whyNotPolicy,
  withTiersInOrder,
} from '@paidang/domain/areas/activities/classes/policy'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { Alert, Button, Card, Descriptions, Flex, Form, Popconfirm, Table, Tag, Typography } from 'antd'
import { useState } from 'react'
import { useRead, useWrite } from '../../../platform/queries'
import { when } from '../../../ui/format'
import { NumberInput } from '../../../ui/number-input'
import { Failed, Page } from '../../../ui/page'
import { useAction } from '../../../ui/use-action'

const CHANGES = { changes: [managedPolicies] }

/** 取消规则: what cancelling and missing costs, for the company and for single courses. */
export function PoliciesPage() {
  const { data, error, isError, refetch } = useRead(managedPolicies, {})
  const [chosen, setChosen] = useState<string | null>(null)
  if (!data) return <Page title="取消规则">{isError && <Failed error={error} onRetry={refetch} />}</Page>
  const [own] = data.policies
  const policy = data.policies.find(({ courseId }) => courseId === chosen) ?? own
  return (
    <Page title="取消规则" about="课程有自己的规则就按课程的，没有按公司的；改动只用于以后约的课，已约的课照旧">
      <Flex gap={16} align="start" wrap>
        <Table
          style={{ flex: '2 1 360px', minWidth: 0 }}
          size="middle"
          pagination={false}
          scroll={{ x: true }}
          rowKey={({ courseId }) => courseId ?? 'company'}
          dataSource={data.policies}
          columns={[
            {
              title: '用于',
              render: (_, one) => (
                <Button type="link" size="small" onClick={() => setChosen(one.courseId)}>
                  {nameOf(one)}
                </Button>
              ),
            },
            { title: '取消', render: (_, one) => cancelTextOf(one, data) },
            { title: '版本', render: (_, one) => (one.version > 0 ? `第 ${one.version} 版` : '—') },
          ]}
        />
        {policy && <Editor key={`${policy.courseId} ${policy.version}`} policy={policy} all={data} />}
      </Flex>
    </Page>
  )
}

export const nameOf = ({ courseName }: ManagedPolicy) => courseName ?? '公司（所有课程）'

/** What a policy without terms falls back to: a course to its company, a company to its rule. */
function termsBelow({ courseId }: ManagedPolicy, { policies, rule }: ManagedPolicies): Policy {
  const own = courseId === null ? null : policies[0]?.terms
  return own ?? policyOfRule(rule)
}

/** What is in force for the classes that are made from now on. */
export const termsInForce = (policy: ManagedPolicy, all: ManagedPolicies): Policy =>
  policy.terms ?? termsBelow(policy, all)

/** What cancelling costs under a policy, or under what it falls back to. */
export function cancelTextOf(policy: ManagedPolicy, all: ManagedPolicies): string {
  const cancel = policyFacts(termsInForce(policy, all))[0]?.value ?? ''
  if (policy.terms) return cancel
  return policy.courseId === null ? `${cancel}（基本规则）` : '同公司'
}

const NARROW = { style: { width: 88 } } as const

/** The terms of one policy with what they mean. Saving makes the next version; ending it falls back to what is below. */
function Editor({ policy, all }: { policy: ManagedPolicy; all: ManagedPolicies }) {
  const [form] = Form.useForm<Policy>()
  const { doIt } = useAction()
  const change = useWrite(changePolicy, CHANGES)
  const { courseId, version, terms } = policy
  const initial = termsInForce(policy, all)
  // What is watched is known a frame later.
  const typed = (Form.useWatch([], form) as Policy | undefined) ?? initial
  const save = (next: Policy | null) => {
    const run = () => change.mutateAsync({ body: { courseId, version, terms: next && withTiersInOrder(next) } })
    return doIt({ run, done: next ? '已保存新版本' : '已停用，以后约的课不再按它' })
  }
  const whole = isComplete(typed) ? withTiersInOrder(typed) : undefined
  const refusal = whole && whyNotPolicy(whole)
  const isOutdated = change.error instanceof ApiError && change.error.code === 'policy_changed'
  return (
    <Card
      style={{ flex: '3 1 480px', minWidth: 0 }}
      title={nameOf(policy)}
      extra={<Tag color={terms ? 'green' : 'default'}>{terms ? `第 ${version} 版` : '没有单独规则'}</Tag>}
    >
      {isOutdated && <Alert type="warning" showIcon title="别人刚改过，下面是最新内容" style={{ marginBottom: 16 }} />}
      <Form<Policy> form={form} layout="vertical" requiredMark={false} initialValues={initial} onFinish={save}>
        <Typography.Title level={5}>取消扣多少</Typography.Title>
        <Form.List name="tiers">
          {(fields, { add, remove }) => (
            <>
              {fields.map(({ key, name }) => (
                <Flex key={key} gap={8} align="baseline" wrap style={{ marginBottom: 8 }}>
                  <span>开课前</span>
                  <Form.Item name={[name, 'hours']} noStyle rules={[{ required: true, message: '请填写小时' }]}>
                    <NumberInput {...NARROW} aria-label={`第 ${name + 1} 档小时`} />
                  </Form.Item>
                  <span>小时内，扣</span>
                  <Form.Item name={[name, 'percent']} noStyle rules={[{ required: true, message: '请填写比例' }]}>
                    <NumberInput {...NARROW} aria-label={`第 ${name + 1} 档比例`} />
                  </Form.Item>
                  <span>%</span>
                  <Button
                    type="text"
                    icon={<MinusCircleOutlined />}
                    aria-label={`删除第 ${name + 1} 档`}
                    onClick={() => remove(name)}
                  />
                </Flex>
              ))}
              {fields.length < MAX_TIERS && (
                <Button type="dashed" icon={<PlusOutlined />} onClick={() => add()} style={{ marginBottom: 16 }}>
                  加一档
                </Button>
              )}
            </>
          )}
        </Form.List>
        <Typography.Title level={5}>没来、迟到、请假扣多少</Typography.Title>
        <Flex gap={16} wrap>
          {(['absent', 'late', 'leave'] as const).map((kind) => (
            <Form.Item key={kind} name={['percents', kind]} label={`${CHARGED_NAMES[kind]}（%）`} rules={REQUIRED}>
              <NumberInput {...NARROW} />
            </Form.Item>
          ))}
          <Form.Item
            name="coachAbsentHalves"
            label="教练没来，补几课时"
            rules={REQUIRED}
            getValueProps={(halves?: number) => ({ value: halves === undefined ? undefined : halves / 2 })}
            normalize={(hours: number | null) => (hours === null ? undefined : hours * 2)}
          >
            <NumberInput {...NARROW} step={0.5} />
          </Form.Item>
        </Flex>
        <Typography.Title level={5}>免扣</Typography.Title>
        {CHARGED_KINDS.map((kind) => (
          <Flex key={kind} gap={8} align="baseline" wrap style={{ marginBottom: 8 }}>
            <span style={{ width: 64 }}>{CHARGED_NAMES[kind]}</span>
            <Form.Item name={['forgiven', kind, 'days']} noStyle rules={REQUIRED}>
              <NumberInput {...NARROW} aria-label={`${CHARGED_NAMES[kind]}免扣天数`} />
            </Form.Item>
            <span>天内免</span>
            <Form.Item name={['forgiven', kind, 'times']} noStyle rules={REQUIRED}>
              <NumberInput {...NARROW} aria-label={`${CHARGED_NAMES[kind]}免扣次数`} />
            </Form.Item>
            <span>次</span>
          </Flex>
        ))}
        {refusal && <Alert type="error" showIcon title={errors[refusal].message} style={{ margin: '16px 0' }} />}
        {whole && !refusal && <Examples policy={whole} />}
        <Alert
          type="info"
          showIcon
          style={{ margin: '16px 0' }}
          title={`保存为第 ${version + 1} 版，用于以后约的课；已约的课照旧。下雨、闭馆和教练取消永远不扣。`}
        />
        <Flex gap={8} justify="end">
          {terms && (
            <Popconfirm
              title={courseId === null ? '停用后以后约的课按基本规则' : '停用后以后约的课按公司规则'}
              okText="停用"
              cancelText="再想想"
              onConfirm={() => save(null)}
            >
              <Button danger>停用</Button>
            </Popconfirm>
          )}
          <Button type="primary" htmlType="submit" disabled={!whole || Boolean(refusal)} loading={change.isPending}>
            保存新版本
          </Button>
        </Flex>
      </Form>
      <Versions policy={policy} />
    </Card>
  )
}

const REQUIRED = [{ required: true, message: '请填写' }]

/** Whether each figure is typed. A cleared field is null. */
function isComplete({ tiers, percents, forgiven, coachAbsentHalves }: Policy): boolean {
  const areTyped = (figures: readonly unknown[]) => figures.every((figure) => typeof figure === 'number')
  const counts = CHARGED_KINDS.flatMap((kind) => [forgiven?.[kind]?.times, forgiven?.[kind]?.days])
  const ofTiers = (tiers ?? []).flatMap((tier) => [tier?.hours, tier?.percent])
  return areTyped([percents?.late, percents?.absent, percents?.leave, coachAbsentHalves, ...counts, ...ofTiers])
}

const STARTS_AT = new Date('2026-01-01T18:30:00+08:00')
const HELD = 1.5

/** What the typed terms mean for a class of 1.5 hours, by the function that also writes the ledger. */
function Examples({ policy }: { policy: Policy }) {
  const hoursBefore = Math.max(0.5, (policy.tiers[0]?.hours ?? 1) / 2)
  const times = { startsAt: STARTS_AT, now: new Date(STARTS_AT.getTime() - hoursBefore * 3_600_000) }
  const cancels = { kind: 'cancel', heldSessions: HELD, isConfirmed: true, isChanged: false } as const
  const costs = (kind: 'cancel' | 'absent', before: number) =>
    consequenceOf(kind === 'cancel' ? { ...cancels, before } : { kind, heldSessions: HELD, before }, policy, times)
  const textOf = (kind: 'cancel' | 'absent') => {
    const { lostSessions } = costs(kind, Number.POSITIVE_INFINITY)
    const isForgiven = costs(kind, 0).lostSessions < lostSessions
    const back = lessonHoursText(HELD - lostSessions)
    return `扣 ${lessonHoursText(lostSessions)}，退回 ${back}${isForgiven ? `；头 ${policy.forgiven[kind].times} 次不扣` : ''}`
  }
  const { bonusSessions } = consequenceOf({ kind: 'coach-absent', heldSessions: HELD }, policy, times)
  return (
    <Descriptions
      title="例子：预占 1.5 课时的课，18:30 开课"
      size="small"
      column={1}
      bordered
      items={[
        { key: 'cancel', label: `开课前 ${hoursBefore} 小时取消`, children: textOf('cancel') },
        { key: 'absent', label: '没来', children: textOf('absent') },
        {
          key: 'coach',
          label: '教练没来',
          children: `退回 1.5${bonusSessions > 0 ? `，再补 ${lessonHoursText(bonusSessions)}` : ''}`,
        },
      ]}
    />
  )
}

/** All versions with who made them. */
export function Versions({ policy: { versions } }: { policy: ManagedPolicy }) {
  if (versions.length === 0) return null
  return (
    <>
      <Typography.Title level={5}>版本</Typography.Title>
      {versions.map(({ version, terms, madeBy, createTime }) => (
        <Flex key={version} gap={8} style={{ padding: '6px 0' }}>
          <strong style={{ flex: 'none' }}>{`第 ${version} 版`}</strong>
          <span>
            {terms ? policyFacts(terms)[0]?.value : '停用'}
            <br />
            <Typography.Text type="secondary">{`${when(createTime)} ${madeBy}`}</Typography.Text>
          </span>
        </Flex>
      ))}
    </>
  )
}
