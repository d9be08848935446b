import { callOffGame, type GameOnCourt, queryGames } from '@paidang/api/areas/activities/ball-courts'
import { BALL_STATUS_NAMES } from '@paidang/domain/areas/activities/balls/ball-status'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useWrite } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { ReasonModal } from '../../../ui/form-modal'
import { money, NOTHING } from '../../../ui/format'
import { Page } from '../../../ui/page'
import { useAction } from '../../../ui/use-action'
import { spanText, useVenueOfAddress } from './arrangements'

/** All games that have not ended, the next first, or all games of one player. A game to come can be called off. */
export function GamesPage() {
  const [asked, setAsked] = useState<GameOnCourt>()
  const venue = useVenueOfAddress()
  return (
    <Page title="球局" about="未结束的球局，最近开球的在前；填参加者编号可查其全部球局">
      <DataTable
        endpoint={queryGames}
        rowKey={({ id }) => id}
        what="球局"
        empty="没有未结束的球局。已结束的填参加者编号查"
        {...venue}
        filters={[
          { kind: 'text', name: 'keyword', label: '标题、发起人或场馆' },
          { kind: 'text', name: 'userId', label: '参加者编号', maxLength: 19, isId: true },
        ]}
        columns={[
          { title: '时间', className: 'whole', render: (_, row: GameOnCourt) => spanText(row.activityDate, row) },
          { title: '标题', dataIndex: 'title' },
          {
            title: '发起人',
            render: (_, { initiator }: GameOnCourt) => <Link to={`/users/${initiator.id}`}>{initiator.nickname}</Link>,
          },
          { title: '场地', render: (_, row: GameOnCourt) => placeOf(row) },
          {
            title: '人数',
            align: 'right',
            render: (_, { seatsTaken, maxPlayers }: GameOnCourt) => `${seatsTaken} / ${maxPlayers}`,
          },
          {
            title: '每人',
            align: 'right',
            render: (_, { feeFen }: GameOnCourt) => (feeFen > 0 ? money(feeFen) : '免费'),
          },
          {
            title: '状态',
            render: (_, { status, isPublic }: GameOnCourt) =>
              `${BALL_STATUS_NAMES[status]}${isPublic ? '' : '（不公开）'}`,
          },
          {
            title: '操作',
            render: (_, row: GameOnCourt) =>
              !isOver(row.status) && (
                <Button size="small" danger aria-label={`取消「${row.title}」`} onClick={() => setAsked(row)}>
                  取消
                </Button>
              ),
          },
        ]}
      />
      {asked && <CallOff game={asked} onClose={() => setAsked(undefined)} />}
    </Page>
  )
}

const isOver = (status: GameOnCourt['status']) => status === 'FINISHED' || status === 'CANCELLED'

function placeOf({ stadiumName, courtName }: GameOnCourt): string {
  if (stadiumName === null) return '自填地点'
  return courtName === null ? `${stadiumName} ${NOTHING}` : `${stadiumName} ${courtName}`
}

function CallOff({ game, onClose }: { game: GameOnCourt; onClose: () => void }) {
  const { doIt } = useAction()
  const callOff = useWrite(callOffGame, { changes: [queryGames] })
  return (
    <ReasonModal
      title={`取消「${game.title}」`}
      effect="球局立即取消，场地释放，所有人已付的钱全额退回，并收到取消原因。不能恢复。"
      okText="取消球局"
      isDangerous
      onOk={async (reason) =>
        (await doIt({
          run: () =>
            callOff
              .mutateAsync({ params: { id: game.id }, body: { reason, revision: game.revision } })
              .then(() => true),
          done: '球局已取消',
        })) !== undefined
      }
      onClose={onClose}
    />
  )
}
