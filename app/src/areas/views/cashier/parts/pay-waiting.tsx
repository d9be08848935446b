import type { PaymentStep } from '@paidang/api/areas/payments'
import { View } from '@tarojs/components'
import { Button } from '../../../../ui/button'
import { Card } from '../../../../ui/card'
import { QrCode } from '../../../../ui/qr-code'
import { semantics } from '../../../../ui/semantics'
import styles from './cashier.module.scss'

type Props = {
  step: PaymentStep
  /** Whether a request to the server is running. */
  busy: boolean
  onCheck: () => void
}

/** A payment runs elsewhere: the code to scan, or the wait for its end. The result is found without a press. */
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
