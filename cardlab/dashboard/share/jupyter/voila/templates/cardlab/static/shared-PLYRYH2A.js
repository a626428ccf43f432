var e=async t=>{t.select();try{return await navigator.clipboard.writeText(t.value),!0}catch{return t.focus(),t.select(),document.execCommand("copy")}};export{e as a};
