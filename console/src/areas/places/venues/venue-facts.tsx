import type { VenueFile } from '@paidang/api/areas/places/admin-venues'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { Card, Descriptions, Flex, Image } from 'antd'
import { NOTHING, when } from '../../../ui/format'
import { MapLink } from '../../../ui/map-link'
import { publicPicture } from '../../../ui/upload-pictures'
import { openingText, placeText } from './venue-labels'

/** The facts of a venue, and its origin. */
export function VenueFacts({
  file: { venue, freeBallLimit, creator, createTime, decision, state, coaches },
}: {
  file: VenueFile
}) {
  const { latitude, longitude, avatar } = venue
  const managers = coaches.filter(({ isManager, approveStatus }) => isManager && approveStatus === APPROVAL.APPROVED)
  const verdict = state === 'refused' ? '未通过' : '通过'
  return (
    <Card title="资料" style={{ flex: '1 1 520px' }}>
      <Flex gap={24} wrap justify="space-between" align="flex-start">
        <Descriptions
          column={1}
          size="small"
          style={{ flex: '1 1 320px' }}
          items={[
            { key: 'address', label: '地址', children: placeText(venue) },
            { key: 'phone', label: '电话', children: venue.phone ?? NOTHING },
            { key: 'free', label: '未付清球局', children: `每人最多同时 ${freeBallLimit} 场` },
            { key: 'opening', label: '开放时间', children: openingText(venue) },
            {
              key: 'courts',
              label: '场地',
              children: `${venue.courtCount} 片：${venue.courts.map(({ name }) => name).join('、')}`,
            },
            {
              key: 'map',
              label: '地图坐标',
              children:
                latitude === null || longitude === null ? (
                  '未填写'
                ) : (
                  <MapLink name={venue.name} at={{ latitude, longitude }} />
                ),
            },
            {
              key: 'managers',
              label: '管理者',
              children: managers.map(({ coach }) => coach.nickname).join('、') || '没有，关联申请由平台审核',
            },
            {
              key: 'creator',
              label: '来源',
              children: `${creator === null ? '平台' : `教练 ${creator.nickname}`} 于 ${when(createTime)} 新增`,
            },
            {
              key: 'decision',
              label: '审核',
              children: decision
                ? `${decision.by ?? '平台'} 于 ${when(decision.at)} ${verdict}${decision.reason && `：${decision.reason}`}`
                : state === 'waiting'
                  ? '待审核，请到审批中处理'
                  : '无需审核',
            },
          ]}
        />
        {avatar !== null && (
          <Image src={publicPicture(avatar).url} alt="场馆图片" width={200} height={140} className="picture-tile" />
        )}
      </Flex>
    </Card>
  )
}
