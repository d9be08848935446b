import { readInbox } from '@paidang/api/areas/desks/admin-approvals'
import type { BallContent, decideReport, ProfileContent, ReportEvidence } from '@paidang/api/areas/desks/admin-reports'
import * as calls from '@paidang/api/areas/desks/admin-reports'
import type { Input } from '@paidang/api/endpoint'
import {
  PARTS_OF,
  REPORT_PART_NAMES,
  REPORT_REASON_NAMES,
  type ReportPart,
} from '@paidang/domain/areas/desks/reports/report'
import { Alert, Button, Descriptions, Flex, Tag, Typography } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useRead, useWrite } from '../../../platform/queries'
import { CheckBoxes } from '../../../ui/check-boxes'
import { ReasonModal } from '../../../ui/form-modal'
import { NOTHING, when } from '../../../ui/format'
import { Pictures, pictureUrl } from '../../../ui/pictures'
import { useAction } from '../../../ui/use-action'
import { Decided, Evidence, Head, Part, useOne } from './evidence'
import { Inbox, useInboxAddress } from './inbox'

const TAGS = {
  WAITING: {},
  KEPT: { tag: { text: '已保留', color: 'default' } },
  REMOVED: { tag: { text: '已移除', color: 'red' } },
} as const

const EMPTY = {
  waiting: '没有待处理的举报',
  decided: '还没有处理过举报',
  manager: '没有待处理的举报',
  all: '没有举报',
}

/** Reported profiles and texts of ball games. */
export function ReportsInbox() {
  const { state, page, ownerId, goTo } = useInboxAddress()
  const read = useRead(calls.listReports, {
    query: { ...page, state: state === 'manager' ? 'waiting' : state, ...(ownerId !== undefined && { ownerId }) },
  })
  const items = read.data?.rows.map(({ id, kind, name, reason, reportCount, createTime, state: stands }) => ({
    id,
    title: name,
    line: `${kind === 'user' ? '个人资料' : '球局'} · ${REPORT_REASON_NAMES[reason]}${reportCount > 1 ? ` · ${reportCount} 人举报` : ''}`,
    time: when(createTime),
    ...TAGS[stands],
  }))
  return (
    <>
      {ownerId !== undefined && (
        <Alert
          showIcon
          title={<Link to={`/users/${ownerId}`}>只看用户 {ownerId} 被举报的内容</Link>}
          action={
            <Button size="small" onClick={() => goTo({ kind: 'reports', state })}>
              查看全部用户
            </Button>
          }
        />
      )}
      <Inbox
        label="内容举报"
        empty={EMPTY[state]}
        read={{ ...read, items, total: read.data?.total ?? 0 }}
        evidence={(id, onDecided) => <Report key={id} id={id} onDecided={onDecided} />}
      />
    </>
  )
}

function Report({ id, onDecided }: { id: string; onDecided: () => void }) {
  const read = useOne(calls.getReport, id)
  const { mutateAsync } = useWrite(calls.decideReport, {
    changes: [calls.listReports, calls.getReport, readInbox],
  })
  return (
    <Evidence read={read}>
      {(whole: calls.ReportEvidence) => (
        <>
          <Head
            title={whole.kind === 'user' ? `${whole.owner.nickname} 的个人资料` : `球局「${whole.name}」`}
            line={
              <>
                {whole.kind === 'ball' && `发起人 ${whole.owner.nickname} · `}
                {whole.removedBefore > 0 ? `此前被移除过 ${whole.removedBefore} 次内容` : '此前没有内容被移除'}
              </>
            }
          />
          <Part title={`举报（${whole.reports.length}）`}>
            <Descriptions
              bordered
              column={1}
              size="small"
              styles={{ label: { width: 120 } }}
              items={whole.reports.map(({ id: reportId, reporter, reason, words, createTime }) => ({
                key: reportId,
                label: REPORT_REASON_NAMES[reason],
                children: (
                  <>
                    {words || '没有补充说明'}{' '}
                    <Typography.Text type="secondary">
                      {reporter.nickname} · {when(createTime)}
                    </Typography.Text>
                  </>
                ),
              }))}
            />
          </Part>
          <ReportedContent whole={whole} />
          {whole.decision && (
            <Decided
              decision={whole.decision}
              isApproved={whole.state === 'KEPT'}
              text={
                whole.state === 'KEPT'
                  ? '已保留'
                  : `已移除：${whole.parts.map((part) => REPORT_PART_NAMES[part]).join('、')}`
              }
            />
          )}
          {whole.state === 'WAITING' && (
            <ReportVerdict
              whole={whole}
              decide={(body) => mutateAsync({ params: { id }, body: { ...body, revision: whole.revision } })}
              onDecided={onDecided}
            />
          )}
        </>
      )}
    </Evidence>
  )
}

type Verdict = Input<typeof decideReport>['body']

type ReportVerdictProps = {
  whole: ReportEvidence
  decide: (verdict: Verdict) => Promise<unknown>
  onDecided: () => void
}

/** 保留, or 移除 of the ticked parts. Both ask first, with the consequences. */
function ReportVerdict({ whole: { kind, owner, name }, decide, onDecided }: ReportVerdictProps) {
  const { doIt } = useAction()
  const [parts, setParts] = useState<ReportPart[]>(kind === 'ball' ? ['words'] : [])
  const [asking, setAsking] = useState<'keep' | 'remove'>()
  const names = parts.map((part) => REPORT_PART_NAMES[part]).join('、')
  const run = async (verdict: Verdict, done: string) => {
    const answer = await doIt({ run: () => decide(verdict), done })
    if (answer !== undefined) onDecided()
    return answer !== undefined
  }
  const whatGoes =
    kind === 'ball'
      ? `球局的标题改为「约球」，说明清空；球局照常进行，时间、地点和报名都不变。发起人 ${owner.nickname} 会收到原因。`
      : `${owner.nickname} 的${names}将被清空${parts.includes('nickname') ? '，昵称改为「球友」加编号' : ''}，不能恢复。他会收到原因。`
  return (
    <Flex gap={12} align="center" wrap className="inbox-verdict">
      {kind === 'user' && (
        <CheckBoxes
          aria-label="要移除的内容"
          value={parts}
          onChange={setParts}
          options={PARTS_OF[kind].map((part) => ({ value: part, label: REPORT_PART_NAMES[part] }))}
        />
      )}
      <Button type="primary" danger disabled={parts.length === 0} onClick={() => setAsking('remove')}>
        {kind === 'ball' ? '移除标题和说明' : '移除所选'}
      </Button>
      <Button onClick={() => setAsking('keep')}>保留</Button>
      {asking === 'remove' && (
        <ReasonModal
          title={`移除「${name}」的${names}`}
          effect={whatGoes}
          okText="移除"
          isDangerous
          onOk={(reason) => run({ verdict: 'remove', parts, reason }, `已移除${names}`)}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'keep' && (
        <ReasonModal
          title={`保留「${name}」`}
          effect="内容不变，这条内容的全部待处理举报一并结束，举报人会收到核实未违规的消息。"
          okText="保留"
          isOptional
          onOk={(reason) => run({ verdict: 'keep', ...(reason && { reason }) }, '已保留')}
          onClose={() => setAsking(undefined)}
        />
      )}
    </Flex>
  )
}

/** The reported versions of an object, in the order of the reports, and the present one; null once it is deleted. */
type Versions<Content> = { reported: readonly { content: Content; createTime: string }[]; present: Content | null }

/** A field of a profile or a game. */
type Field<Content> = { label: string; of: keyof Content; show: (content: Content) => ReactNode }

/** The reported content at the time of each report. Changed fields are marked, and shown with their present value. */
function ReportedContent({ whole: { kind, reports, present } }: { whole: ReportEvidence }) {
  const profiles = reports.flatMap(({ content: { profile }, createTime }) =>
    profile ? { content: profile, createTime } : [],
  )
  const balls = reports.flatMap(({ content: { ball }, createTime }) => (ball ? { content: ball, createTime } : []))
  const items =
    kind === 'user'
      ? itemsOf(PROFILE_FIELDS, { reported: profiles, present: present.profile })
      : itemsOf(BALL_FIELDS, { reported: balls, present: present.ball })
  return (
    <Part title="被举报时的内容">
      <Descriptions bordered column={1} size="small" styles={{ label: { width: 120 } }} items={items} />
    </Part>
  )
}

function itemsOf<Content>(fields: readonly Field<Content>[], versions: Versions<Content>) {
  return fields.map((field) => ({
    key: field.label,
    label: field.label,
    children: <FieldVersions field={field} versions={versions} />,
  }))
}

type FieldVersionsProps<Content> = { field: Field<Content>; versions: Versions<Content> }

/** Each text or picture of a field at the time of a report, without repetitions. */
function FieldVersions<Content>({ field: { of, show }, versions: { reported, present } }: FieldVersionsProps<Content>) {
  const textOf = (content: Content | null) => JSON.stringify(content?.[of])
  const values = [...new Set(reported.map(({ content }) => textOf(content)))]
  const isChanged = values.some((value) => value !== textOf(present))
  return (
    <Flex vertical gap={8}>
      {values.map((value) => {
        const same = reported.filter(({ content }) => textOf(content) === value)
        const [first] = same
        if (!first) return null
        return (
          <div key={value}>
            <div>{show(first.content)}</div>
            {values.length > 1 && (
              <Typography.Text type="secondary">{`${when(first.createTime)} 起，${same.length} 人举报`}</Typography.Text>
            )}
          </div>
        )
      })}
      {isChanged && (
        <div>
          <Tag color="blue">现在已不同</Tag>
          {present ? show(present) : '已不存在'}
        </div>
      )}
    </Flex>
  )
}

const text = (words: string) =>
  words === '' ? NOTHING : <Typography.Text style={{ whiteSpace: 'pre-wrap' }}>{words}</Typography.Text>

const shown = (paths: readonly string[], alt: string) =>
  paths.length === 0 ? (
    NOTHING
  ) : (
    <Pictures pictures={paths.map((path, index) => ({ url: pictureUrl(path), alt: `${alt} ${index + 1}` }))} />
  )

function CardTexts({ card }: { card: NonNullable<ProfileContent['card']> }) {
  const { name, title, company, phone, email, address, introduction, avatar } = card
  const lines = [[name, title, company], [phone, email, address], [introduction]]
    .map((parts) => parts.filter((part) => part !== '').join(' · '))
    .filter((line) => line !== '')
  return (
    <>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
      {avatar !== null && <Pictures pictures={[{ url: pictureUrl(avatar), alt: '名片照片' }]} width={72} height={72} />}
    </>
  )
}

const PROFILE_FIELDS: readonly Field<ProfileContent>[] = [
  { label: '昵称', of: 'nickname', show: ({ nickname }) => nickname },
  { label: '头像', of: 'avatar', show: ({ avatar }) => shown(avatar === null ? [] : [avatar], '头像') },
  { label: '个人简介', of: 'description', show: ({ description }) => text(description) },
  { label: '照片', of: 'nicePhotos', show: ({ nicePhotos }) => shown(nicePhotos, '照片') },
  { label: '名片', of: 'card', show: ({ card }) => (card ? <CardTexts card={card} /> : '没有单独保存的名片') },
]

const BALL_FIELDS: readonly Field<BallContent>[] = [
  { label: '标题', of: 'title', show: ({ title }) => text(title) },
  { label: '说明', of: 'description', show: ({ description }) => text(description) },
  { label: '地点', of: 'place', show: ({ place }) => text(place) },
]
