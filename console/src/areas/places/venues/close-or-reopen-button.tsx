import { bringVenueBack, getVenueFile, takeVenueOff, type VenueFile } from '@paidang/api/areas/places/admin-venues'
import { queryVenues } from '@paidang/api/areas/places/venues'
import { upcomingText } from '@paidang/domain/areas/places/venues/upcoming'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { useWrite } from '../../../platform/queries'
import { ReasonModal } from '../../../ui/reason-modal'
import { useAction } from '../../../ui/use-action'

const CHANGES = { changes: [getVenueFile, queryVenues] }

/** Takes an open venue offline, or brings back one that was taken offline. Other venues have no button. */
export function CloseOrReopenButton({ file: { venue, state, upcoming, revision } }: { file: VenueFile }) {
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
            effect: '小程序里马上可以搜到并预约，场地、教练和管理者与停用前相同。管理者会收到通知。',
            okText: '恢复',
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
          effect="小程序里立即搜不到该场馆，球员和教练不能再预约，管理者不能再锁定场地。历史记录、场地和教练关联都保留，可以恢复。管理者会收到停用原因。"
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
