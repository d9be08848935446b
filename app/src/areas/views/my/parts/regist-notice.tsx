import { registPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { useUserId } from '../../../../platform/session'
import { Card } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { useRegistInfo } from '../../../people/registration/registration-data'

/** Reminds a user without a registration as a player. Shows nothing while that is unknown. */
export function RegistNotice() {
  const isLoggedIn = useUserId() !== null
  const { data } = useRegistInfo()
  if (!isLoggedIn || !data || data.isRegistered) return null
  return (
    <Card flush>
      <Cell
        icon="star"
        title="完善球员资料"
        note="三步，教练和球友据此认识你"
        onPress={() => goTo(registPath('player'))}
      />
    </Card>
  )
}
