import {
  bringVenueBack,
  type CoachAtVenue,
  type CourtInUse,
  getVenueFile,
  setVenueManager,
  takeVenueOff,
  type VenueFile,
} from '@paidang/api/areas/places/admin-venues'
import { queryVenues, type Venue } from '@paidang/api/areas/places/venues'
import { upcomingText } from '@paidang/domain/areas/places/venues/venue-state'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { Alert, Button, Card, Descriptions, Flex, Image, Statistic, Tabs, Tag, Tooltip } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useRead, useWrite } from '../../../platform/queries'
import { AuditEventsCard } from '../../../ui/audit-events-card'
import { ListTable } from '../../../ui/data-table'
import { ReasonModal } from '../../../ui/form-modal'
import { NOTHING, when } from '../../../ui/format'
import { Opening, Page } from '../../../ui/page'
import { publicPicture } from '../../../ui/pictures'
import { useTableAddress } from '../../../ui/table-address'
import { useAction } from '../../../ui/use-action'
import { CourtsForm } from './courts-form'
import { VenueForm } from './venue-form'
import { ASSOCIATIONS, MapLink, openingText, placeText, StateTag } from './venue-labels'

/** One venue: facts, upcoming events, courts, coaches and managers, and audit events. */
export function VenuePage() {
  const { id = '' } = useParams()
  const read = useRead(getVenueFile, { params: { id } })
  if (read.data?.venue.id === id && !read.isError) return <KnownVenue file={read.data} />
  return <Opening name="场馆" list="/venues" read={read} />
}

function KnownVenue({ file }: { file: VenueFile }) {
  const { filterOf, setFilters } = useTableAddress()
  const { venue, state, coaches, auditEvents, takenOff } = file
  const [own, setOwn] = useState<number[]>([])
  const form = { file, own, onSaved: (revision: number) => setOwn((before) => [...before, revision]) }
  return (
    <Page
      title={venue.name}
      about={
        <Flex gap={8} align="center" style={{ marginTop: 4 }}>
          <StateTag state={state} />
          编号 {venue.id} · {venue.city} {venue.district}
        </Flex>
      }
      actions={
        <Flex gap={8}>
          {state === 'open' && (
            <Link to={`/venues/${venue.id}/closures`}>
              <Button tabIndex={-1}>雨天闭馆</Button>
            </Link>
          )}
          <CloseOrReopenButton file={file} />
        </Flex>
      }
    >
      {takenOff && (
        <Alert
          type="warning"
          showIcon
          title={`已停用：${takenOff.reason}`}
          description={`${takenOff.by ?? NOTHING} 于 ${when(takenOff.at)} 停用。拍档里搜不到、不能预约；场地、教练和历史记录都保留。`}
        />
      )}
      <Tabs
        activeKey={filterOf('tab') ?? 'overview'}
        onChange={(tab) => setFilters({ tab: tab === 'overview' ? undefined : tab })}
        items={[
          {
            key: 'overview',
            label: '概览',
            children: (
              <Flex vertical gap={16}>
                <Flex gap={16} align="flex-start" wrap>
                  <VenueFacts file={file} />
                  <UpcomingCard file={file} />
                </Flex>
                <AuditEventsCard
                  auditEvents={auditEvents}
                  about={{ kind: 'venue', id: venue.id }}
                  empty="还没有人操作过这家场馆"
                />
              </Flex>
            ),
          },
          { key: 'facts', label: '修改资料', children: <VenueForm key={venue.id} {...form} /> },
          { key: 'courts', label: `场地（${venue.courtCount}）`, children: <CourtsForm key={venue.id} {...form} /> },
          {
            key: 'coaches',
            label: `教练（${coaches.length}）`,
            children: <CoachesTable venue={venue} revision={file.revision} coaches={coaches} />,
          },
        ]}
      />
    </Page>
  )
}

/** The facts of a venue, and its origin. */
function VenueFacts({
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
            {
              key: 'release',
              label: '无人到场',
              children: venue.releasesCourts ? '15 分钟后可释放场地' : '不释放场地',
            },
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

/** The number of upcoming events at a venue, and at each of its courts. */
function UpcomingCard({ file: { venue, upcoming, courts } }: { file: VenueFile }) {
  return (
    <Card
      title="未结束的安排"
      style={{ flex: '1 1 420px' }}
      extra={
        <Flex gap={16}>
          <Link to={`/classes?stadiumId=${venue.id}`}>查看约课</Link>
          <Link to={`/games?stadiumId=${venue.id}`}>查看球局</Link>
        </Flex>
      }
    >
      <Flex gap={40} wrap style={{ marginBottom: 16 }}>
        <Statistic title="约课" value={upcoming.classes} suffix="节" />
        <Statistic title="球局" value={upcoming.games} suffix="场" />
        <Statistic title="最早开始" value={when(upcoming.first).slice(0, 16)} />
      </Flex>
      <ListTable<CourtInUse>
        rows={courts}
        rowKey="id"
        empty="没有场地"
        columns={[
          { title: '场地', render: (_, { name, surface }) => (surface === '' ? name : `${name}（${surface}）`) },
          { title: '约课', dataIndex: 'classes', align: 'right' },
          { title: '球局', dataIndex: 'games', align: 'right' },
          { title: '最早开始', render: (_, { first }) => when(first).slice(0, 16) },
        ]}
      />
    </Card>
  )
}

type CoachesTableProps = { venue: Pick<Venue, 'id' | 'name'>; revision: number; coaches: CoachAtVenue[] }

/** The coaches of a venue, those who ask to teach, and its managers. */
function CoachesTable({ venue, revision, coaches }: CoachesTableProps) {
  const rows = coaches.map((row) => ({ ...row, id: row.coach.id }))
  const managers = coaches.filter(({ isManager, approveStatus }) => isManager && approveStatus === APPROVAL.APPROVED)
  return (
    <ListTable<CoachAtVenue & { id: string }>
      rows={rows}
      rowKey="id"
      empty="还没有教练关联这家场馆"
      columns={[
        { title: '教练', render: (_, { coach }) => <Link to={`/coaches/${coach.id}`}>{coach.nickname}</Link> },
        {
          title: '关联',
          render: (_, { approveStatus, isManager }) => (
            <Flex gap={4}>
              <Tag color={ASSOCIATIONS[approveStatus]?.color ?? 'default'}>{ASSOCIATIONS[approveStatus]?.label}</Tag>
              {isManager && approveStatus === APPROVAL.APPROVED && <Tag color="blue">管理者</Tag>}
            </Flex>
          ),
        },
        { title: '申请时间', render: (_, { since }) => when(since) },
        {
          title: '操作',
          render: (_, row) =>
            row.approveStatus === APPROVAL.APPROVED && (
              <ManagerButton
                venue={venue}
                revision={revision}
                row={row}
                isOnly={row.isManager && managers.length === 1}
              />
            ),
        },
      ]}
    />
  )
}

type ManagerButtonProps = { venue: Pick<Venue, 'id' | 'name'>; revision: number; row: CoachAtVenue; isOnly: boolean }

function ManagerButton({ venue, revision, row: { coach, isManager }, isOnly }: ManagerButtonProps) {
  const { doAfterAsking } = useAction()
  const { mutateAsync } = useWrite(setVenueManager, { changes: [getVenueFile, queryVenues] })
  const { nickname } = coach
  const set = (isHis: boolean) => () =>
    mutateAsync({ params: { id: venue.id }, body: { coachId: coach.id, isManager: isHis, revision } })
  const ask = () =>
    doAfterAsking(
      isManager
        ? {
            run: set(false),
            done: `${nickname} 不再管理该场馆`,
            title: `取消${nickname}对「${venue.name}」的管理？`,
            effect: `${nickname} 不能再锁定场地和审核关联申请，仍可在该场馆授课，并会收到通知。${isOnly ? '该场馆将没有管理者，关联申请转由平台审核。' : ''}`,
            okText: '取消管理',
          }
        : {
            run: set(true),
            done: `${nickname} 已成为管理者`,
            title: `设${nickname}为「${venue.name}」的管理者？`,
            effect: `${nickname} 可以锁定该场馆的场地、审核教练的关联申请，并会收到通知。正在等待的申请会发给 ${nickname} 审核。`,
            okText: '设为管理者',
          },
    )
  return (
    <Button size="small" danger={isManager} onClick={ask}>
      {isManager ? '取消管理' : '设为管理者'}
    </Button>
  )
}

const CHANGES = { changes: [getVenueFile, queryVenues] }

/** Takes an open venue offline, or brings back one that was taken offline. Other venues have no button. */
function CloseOrReopenButton({ file: { venue, state, upcoming, revision } }: { file: VenueFile }) {
  const { id, name } = venue
  const [isAsking, setIsAsking] = useState(false)
  const { doIt, doAfterAsking } = useAction()
  const takeOff = useWrite(takeVenueOff, CHANGES)
  const bringBack = useWrite(bringVenueBack, CHANGES)
  if (state === 'off') {
    return (
      <Button
        type="primary"
        onClick={() =>
          doAfterAsking({
            run: () => bringBack.mutateAsync({ params: { id }, body: { revision } }),
            done: '场馆已恢复',
            title: `恢复「${name}」？`,
            effect: '拍档里马上可以搜到并预约，场地、教练和管理者与停用前相同。管理者会收到通知。',
            okText: '恢复',
            isHarmless: true,
          })
        }
      >
        恢复场馆
      </Button>
    )
  }
  if (state !== 'open') return null
  const { first } = upcoming
  const words = upcomingText({ ...upcoming, first: first === null ? null : new Date(first) })
  return (
    <>
      <Tooltip title={first !== null && `还有 ${words}，全部结束或取消后才能停用`}>
        <Button danger disabled={first !== null} onClick={() => setIsAsking(true)}>
          停用场馆
        </Button>
      </Tooltip>
      {isAsking && (
        <ReasonModal
          title={`停用「${name}」`}
          effect="拍档里立即搜不到该场馆，球员和教练不能再预约，管理者不能再锁定场地。历史记录、场地和教练关联都保留，可以恢复。管理者会收到停用原因。"
          okText="停用"
          isDangerous
          onOk={async (reason) =>
            (await doIt({
              run: () => takeOff.mutateAsync({ params: { id }, body: { reason, revision } }),
              done: '场馆已停用',
            })) !== undefined
          }
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
