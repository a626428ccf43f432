var e=globalThis["cardlab-common-f32505eb6a81"];var{bar:l,blocks:t,drawBlocks:s,drawer:p,entered:c,isTouched:d,letGo:b,page:o,press:f,valueOf:m}=e["blocks.js"];var g=o();export{g as default};
