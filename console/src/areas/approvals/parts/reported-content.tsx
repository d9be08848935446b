import type { BallContent, ProfileContent, ReportEvidence } from '@paidang/api/areas/admin-reports'
import { Descriptions, Tag, Typography } from 'antd'
import type { ReactNode } from 'react'
import { Pictures, pictureUrl } from '../../../ui/pictures'
import { NOTHING } from '../../../ui/words'
import { Part } from './evidence'

type Row = { label: string; reported: ReactNode; isChanged: boolean }

/** What was reported as it stood then; what has changed since, or is gone, is marked. */
export function ReportedContent({ whole: { reported, present } }: { whole: ReportEvidence }) {
  const rows = reported.profile
    ? profileRows(reported.profile, present.profile)
    : reported.ball
      ? ballRows(reported.ball, present.ball)
      : []
  return (
    <Part title="被举报时的内容">
      <Descriptions
        bordered
        column={1}
        size="small"
        styles={{ label: { width: 120 } }}
        items={rows.map(({ label, reported: shown, isChanged }) => ({
          key: label,
          label,
          children: (
            <>
              {shown} {isChanged && <Tag color="blue">现在已不同</Tag>}
            </>
          ),
        }))}
      />
    </Part>
  )
}

function profileRows(then: ProfileContent, now: ProfileContent | null): Row[] {
  const isChanged = (field: keyof ProfileContent) => JSON.stringify(then[field]) !== JSON.stringify(now?.[field])
  return [
    { label: '昵称', reported: then.nickname, isChanged: isChanged('nickname') },
    {
      label: '头像',
      reported: shown(then.avatar === null ? [] : [then.avatar], '头像'),
      isChanged: isChanged('avatar'),
    },
    { label: '个人简介', reported: text(then.description), isChanged: isChanged('description') },
    { label: '照片', reported: shown(then.nicePhotos, '照片'), isChanged: isChanged('nicePhotos') },
    {
      label: '名片',
      reported: then.card ? <CardTexts card={then.card} /> : '没有单独保存的名片',
      isChanged: isChanged('card'),
    },
  ]
}

function ballRows(then: BallContent, now: BallContent | null): Row[] {
  const row = (label: string, field: keyof BallContent): Row => ({
    label,
    reported: text(then[field]),
    isChanged: then[field] !== now?.[field],
  })
  return [row('标题', 'title'), row('说明', 'description'), row('地点', 'place')]
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
