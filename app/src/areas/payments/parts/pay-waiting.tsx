import type { PaymentStep } from '@paidang/api/areas/payments'
import { View } from '@tarojs/components'
import { Button } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { QrCode } from '../../../ui/qr-code'
import { semantics } from '../../../ui/semantics'
import styles from './cashier.module.scss'

type Props = {
  step: PaymentStep
  /** The server is being asked right now. */
  busy: boolean
  onCheck: () => void
}

/** A payment is under way somewhere else: the code to scan, or that its end is awaited. It is found out without a press. */
export function PayWaiting({ step, busy, onCheck }: Props) {
  return (
    <Card className={styles.waiting}>
      {step.kind === 'native' && (
        <>
          <QrCode text={step.codeUrl} label="微信支付二维码" />
          <View className={styles.scan}>请用微信扫码</View>
        </>
      )}
      <View className={styles.note} {...semantics({ role: 'status' })}>
        {step.kind === 'native' ? '付款后这里会自动更新' : '正在等待支付结果，付款后这里会自动更新'}
      </View>
      <Button kind="plain" size="m" busy={busy} onPress={onCheck}>
        我已支付
      </Button>
    </Card>
  )
}
