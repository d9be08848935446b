import * as approvals from '@paidang/api/areas/desks/admin-approvals'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import { Descriptions, Flex, Tag, Typography } from 'antd'
import { useRead, useWrite } from '../../../platform/queries'
import { NOTHING, when } from '../../../ui/format'
import { Pictures, pictureUrl } from '../../../ui/pictures'
import { MapLink, placeText } from '../../places/venues/venue-labels'
import { Decided, Evidence, Head, Part, useOne, VerdictBar, verdictTag } from './evidence'
import { Inbox, useInboxAddress } from './inbox'

const ALIKE_IN = { name: '名称相似', address: '地址相同', phone: '电话相同' } as const

/** Venues that coaches added. */
export function VenuesInbox() {
  const { state, page } = useInboxAddress()
  const read = useRead(approvals.listNewVenues, { query: { ...page, state: state === 'decided' ? state : 'waiting' } })
  const items = read.data?.rows.map(({ id, name, city, district, creator, createTime, approveStatus }) => ({
    id,
    title: name,
    line: `${city} ${district} · ${creator?.nickname ?? NOTHING}`,
    time: when(createTime),
    ...verdictTag(approveStatus),
  }))
  return (
    <Inbox
      label="新场馆"
      empty={state === 'decided' ? '还没有审核过场馆' : '没有待审核的场馆'}
      read={{ ...read, items, total: read.data?.total ?? 0 }}
      evidence={(id, onDecided) => <NewVenue key={id} id={id} onDecided={onDecided} />}
    />
  )
}

function NewVenue({ id, onDecided }: { id: string; onDecided: () => void }) {
  const read = useOne(approvals.getNewVenue, id)
  const { mutateAsync } = useWrite(approvals.decideVenue, {
    changes: [approvals.listNewVenues, approvals.getNewVenue, approvals.readInbox],
  })
  return (
    <Evidence read={read}>
      {(whole: approvals.NewVenueEvidence) => (
        <>
          <Head title={whole.name} line={`${whole.creator?.nickname ?? NOTHING} 提交于 ${when(whole.createTime)}`} />
          <VenueFacts whole={whole} />
          <Part title="可能重复的场馆">
            <LookAlikes lookAlikes={whole.lookAlikes} />
          </Part>
          {whole.decision && (
            <Decided
              decision={whole.decision}
              isApproved={whole.approveStatus === APPROVAL.APPROVED}
              text={whole.approveStatus === APPROVAL.APPROVED ? '已通过' : '已拒绝'}
            />
          )}
          {whole.approveStatus === APPROVAL.PENDING && (
            <VerdictBar
              name={whole.name}
              approveEffect="通过后对所有人开放，提交人成为管理者"
              rejectEffect="场馆不会开放，只有提交人看得到；他会收到原因，可以修改后重新提交。"
              decide={(body) => mutateAsync({ params: { id }, body: { ...body, revision: whole.revision } })}
              onDecided={onDecided}
            />
          )}
        </>
      )}
    </Evidence>
  )
}

function VenueFacts({
  whole: { venue, creator, creatorIsVerified, creatorAdded },
}: {
  whole: approvals.NewVenueEvidence
}) {
  const { latitude, longitude, courts, firstStart, lastStart } = venue
  return (
    <Flex gap={24} wrap="wrap-reverse" justify="space-between">
      <Descriptions
        column={1}
        size="small"
        style={{ flex: '1 1 360px' }}
        items={[
          { label: '地址', children: placeText(venue) },
          { label: '电话', children: venue.phone ?? NOTHING },
          { label: '场地', children: `${venue.courtCount} 片：${courts.map(({ name }) => name).join('、')}` },
          { label: '开放', children: `${timeOf(firstStart)} 起，最后 ${timeOf(lastStart)} 开始` },
          {
            label: '地图坐标',
            children:
              latitude === null || longitude === null ? (
                '未填写'
              ) : (
                <MapLink name={venue.name} at={{ latitude, longitude }} />
              ),
          },
          {
            label: '提交人',
            children: (
              <Flex gap={8} wrap>
                {creator?.nickname}
                <Tag color={creatorIsVerified ? 'green' : 'default'}>{creatorIsVerified ? '已认证教练' : '未认证'}</Tag>
                <Typography.Text type="secondary">
                  此前提交：通过 {creatorAdded.approved} 家，拒绝 {creatorAdded.rejected} 家
                </Typography.Text>
              </Flex>
            ),
          },
        ]}
      />
      {venue.avatar === null ? (
        <Typography.Text type="secondary">没有照片</Typography.Text>
      ) : (
        <Pictures pictures={[{ url: pictureUrl(venue.avatar), alt: '场馆照片' }]} width={240} height={160} />
      )}
    </Flex>
  )
}

function LookAlikes({ lookAlikes }: { lookAlikes: approvals.LookAlike[] }) {
  if (lookAlikes.length === 0) return <Typography.Text type="secondary">同城没有相似的已通过场馆</Typography.Text>
  return (
    <Descriptions
      bordered
      column={1}
      size="small"
      items={lookAlikes.map(({ id, name, district, address, phone, courtCount, alike }) => ({
        key: id,
        label: name,
        children: (
          <Flex justify="space-between" gap={12} wrap>
            <span>
              {placeText({ district, address })} · {courtCount} 片 · {phone ?? '没有电话'}
            </span>
            <span>
              {alike.map((where) => (
                <Tag key={where} color="orange">
                  {ALIKE_IN[where]}
                </Tag>
              ))}
            </span>
          </Flex>
        ),
      }))}
    />
  )
}
