import type { BallContent, ProfileContent, ReportEvidence } from '@paidang/api/areas/desks/admin-reports'
import { Descriptions, Flex, Tag, Typography } from 'antd'
import type { ReactNode } from 'react'
import { NOTHING, when } from '../../../../ui/format'
import { Pictures, pictureUrl } from '../../../../ui/pictures'
import { Part } from './evidence'

/** The reported versions of an object, in the order of the reports, and the present one; null once it is deleted. */
type Versions<Content> = { reported: readonly { content: Content; createTime: string }[]; present: Content | null }

/** A field of a profile or a game. */
type Field<Content> = { label: string; of: keyof Content; show: (content: Content) => ReactNode }

/** The reported content at the time of each report. Changed fields are marked, and shown with their present value. */
export function ReportedContent({ whole: { kind, reports, present } }: { whole: ReportEvidence }) {
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
