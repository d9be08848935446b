import { type CoachAtVenue, getVenueFile, setVenueManager } from '@paidang/api/areas/places/admin-venues'
import { queryVenues, type Venue } from '@paidang/api/areas/places/venues'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { Button, Flex, Tag } from 'antd'
import { Link } from 'react-router'
import { useWrite } from '../../../platform/queries'
import { when } from '../../../ui/format'
import { ListTable } from '../../../ui/list-table'
import { useAction } from '../../../ui/use-action'
import { ASSOCIATIONS } from './venue-labels'

type CoachesTableProps = { venue: Pick<Venue, 'id' | 'name'>; revision: number; coaches: CoachAtVenue[] }

/** The coaches of a venue, those who ask to teach, and its managers. */
export function CoachesTable({ venue, revision, coaches }: CoachesTableProps) {
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
