import { useRouter } from '@tarojs/taro'
import { PaySimulatorView } from '../../../areas/views/cashier/pay-simulator-view'

definePageConfig({
  navigationBarTitleText: '模拟支付',
})

/** 模拟支付. Parameter: outTradeNo. */
export default function PaySimulatorPage() {
  const { outTradeNo } = useRouter().params
  return <PaySimulatorView outTradeNo={outTradeNo} />
}
