var o=globalThis["cardlab-common-b48a83b0a352"];var{bar:l,blocks:t,drawBlocks:s,drawer:p,entered:b,isTouched:c,letGo:d,page:e,press:m,valueOf:f}=o["blocks.js"];var g=e();export{g as default};
